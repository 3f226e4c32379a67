import type { ReactNode } from 'react'
import type { AuditAction, AuditEntry, RecordKind } from '#contract/record.ts'
import { fieldName, fieldText, type NameOf } from '#rules/names/field-names.ts'
import { kindName, whenText } from './messages.ts'

/** More fields than this are counted. */
const NAMED = 4

/** "title, date and subjects": the fields of a step. */
export function fieldsText(kind: string, changes: readonly { field: string }[]): string {
  const names = changes.map(({ field }) =>
    fieldName(kind, field).replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase()),
  )
  const more = names.length - NAMED + 1
  const all = names.length > NAMED ? [...names.slice(0, NAMED - 1), `${more} more fields`] : names
  return new Intl.ListFormat('en-GB').format(all)
}

/** Of a list only what went and what came, unless that is its order. */
export function withoutShared(before: unknown, after: unknown): [before: unknown, after: unknown] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after]
  const gone = before.filter((each) => !after.includes(each))
  const come = after.filter((each) => !before.includes(each))
  return gone.length + come.length === 0 ? [before, after] : [gone, come]
}

const ACTIONS: Record<AuditAction, string> = {
  submitted: 'sent in',
  added: 'added',
  edited: 'changed',
  removed: 'removed',
  published: 'published',
  returned: 'returned',
  resubmitted: 'put back in the queue',
  discarded: 'discarded',
  unpublished: 'unpublished',
  restored: 'brought back',
  merged: 'merged',
  unmerged: 'separated again',
  split: 'split',
}
const actionText = (action: string) => ACTIONS[action as AuditAction] ?? action

/** A step of the audit trail: who, what, when, and each field before and after. */
export function AuditStep({ step, nameOf, children }: { step: AuditEntry; nameOf: NameOf; children?: ReactNode }) {
  const { actor, action, at, fields, note, kind } = step
  const changes = fields.filter(({ field }) => field !== 'state')
  return (
    <>
      <p>
        <strong>{actor?.name ?? 'The command line'}</strong> {actionText(action)}
        {action === 'edited' && changes.length > 0 && ` ${fieldsText(kind, changes)}`}
        {kind === 'scans' &&
          ` ${action === 'edited' ? 'of' : ''} a ${kindName(kind as RecordKind).toLowerCase()}`},{' '}
        <time dateTime={at}>{whenText(at)}</time>
      </p>
      {note !== '' && <p className="prose">{/^[“"«]/.test(note) ? note : `“${note}”`}</p>}
      {(action === 'edited' || kind === 'scans') && changes.length > 0 && (
        <dl className="catalogue">
          {changes.map(({ field, before, after }) => {
            const [gone, come] = withoutShared(before, after)
            return (
              <div key={field}>
                <dt>{fieldName(kind, field)}</dt>
                <dd>
                  <Value tag="del" text={fieldText(kind, field, gone, nameOf)} />
                  <Value tag="ins" text={fieldText(kind, field, come, nameOf)} />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {children}
    </>
  )
}

const Value = ({ tag: Tag, text }: { tag: 'del' | 'ins'; text: string }) =>
  text === '' ? (
    <span className="empty">{Tag === 'del' ? 'Nothing ' : 'nothing'}</span>
  ) : (
    <>
      <span className="visually-hidden">{Tag === 'del' ? 'before: ' : 'now: '}</span>
      <Tag>{text}</Tag>{' '}
    </>
  )
