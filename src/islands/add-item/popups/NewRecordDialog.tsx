import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#components/Icon.tsx'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import type { Tag } from '#stores/add-item/draft.ts'
import type { NewRecord } from '#stores/add-item/new-records.ts'
import { Button, LinkButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { ModalDialog } from '../../widgets/ModalDialog.tsx'
import { useStore } from '../../widgets/use-store.ts'
import '#styles/new-record.css'
import '../../widgets/for-keys.css'

interface LikelyProps {
  kind: NewRecordKind
  tags: readonly Tag[]
  record: Pick<NewRecord, 'choose' | 'addNew' | 'edit'>
}

const textOf = ({ name, detail }: Tag) => [name, detail].filter(Boolean).join(', ')

/** "Did you mean John Calder, 1843–1910?" Enter takes the first, a number key any of them. */
function LikelyRecords({ kind, tags, record }: LikelyProps) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current!.querySelector('button')!.focus(), [])
  const first = tags[0]!
  return (
    <div
      className="likely-records"
      onKeyDown={(event) => {
        const tag = tags[Number(event.key) - 1]
        if (tag && !event.ctrlKey && !event.metaKey && !event.altKey) record.choose(tag)
      }}
    >
      <h3 id={id}>Did you mean {tags.length === 1 ? textOf(first) : 'one of these'}?</h3>
      <ol ref={list} aria-labelledby={id}>
        {tags.map((tag, at) => (
          <li key={tag.id}>
            <button
              type="button"
              className="likely-record"
              aria-keyshortcuts={String(at + 1)}
              onClick={() => record.choose(tag)}
            >
              <kbd className="for-keys" aria-hidden="true">
                {at + 1}
              </kbd>
              <span>
                {tag.name}
                {tag.detail && <span className="meta">, {tag.detail}</span>}
                {tag.pending && <span className="meta"> (waiting for review)</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="field-hint">
        Then choose {tags.length === 1 ? 'it' : 'the one that you mean'}
        <span className="for-keys">
          {tags.length === 1 ? ': press Enter or 1' : ': press its number, or Enter for the first'}
        </span>
        .
      </p>
      <div className="buttons">
        <Button onClick={() => void record.addNew()}>No, add a new {kind}</Button>
        <LinkButton onClick={record.edit}>Back to the form</LinkButton>
      </div>
    </div>
  )
}

interface Props {
  kind: NewRecordKind
  title: string
  record: NewRecord
  onClose: () => void
  /** Above the fields. */
  lead?: string | undefined
  /** The fields of the record itself; they can't be changed once the server may have it. */
  children: ReactNode
  /** Fields that are sent after it. */
  parts?: ReactNode
}

/** The popup around the fields of a new record (spec §2 "modal with close button"). */
export function NewRecordDialog({ kind, title, lead, record, onClose, children, parts }: Props) {
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const state = useStore(record.$state)
  /** Tries to save: after each the first error gets the focus. */
  const [checks, setChecks] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const isLikely = state.state === 'likely'
  const isPartly = state.state === 'partly'
  const isBusy = record.isBusy()

  useEffect(() => {
    if (checks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [checks])
  // The first field that is still empty and needed, else the first.
  useEffect(() => {
    const fields = [...form.current!.querySelectorAll<HTMLInputElement>('[required]')]
    ;(fields.find(({ value }) => value === '') ?? fields[0])?.focus()
  }, [])
  useEffect(() => {
    // The question took the focus, and its buttons are gone.
    if (!isLikely && document.activeElement === document.body) heading.current!.focus()
  }, [isLikely])
  // A new person without the part that failed is added all the same.
  const close = () => (isPartly ? record.goOn() : onClose())

  return (
    <ModalDialog className="dialog new-record" labelledBy={titleId} onClose={close} staysOpen>
      <header>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="popup-close" onClick={close}>
          Close <Icon name="cross" />
        </button>
      </header>
      {isLikely && <LikelyRecords kind={kind} tags={state.tags} record={record} />}
      <form
        ref={form}
        hidden={isLikely}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The form is inside that of the wizard as far as React is concerned.
          event.stopPropagation()
          void record.save().finally(() => setChecks((before) => before + 1))
        }}
      >
        {record.isKept && state.state === 'editing' && (
          <p className="field-note">
            You began this earlier, and we kept it. <LinkButton onClick={record.startOver}>Start over</LinkButton>
          </p>
        )}
        {lead && <p className="section-lead">{lead}</p>}
        <fieldset disabled={record.isFixed()}>{children}</fieldset>
        {parts && <fieldset>{parts}</fieldset>}
        <div className="buttons">
          <FormError text={(state.state === 'failed' || isPartly) && state.text} />
          <button type="submit" className="button strong" aria-disabled={isBusy || undefined}>
            {state.state === 'failed' || isPartly ? 'Try again' : title}
          </button>
          {isPartly && <Button onClick={record.goOn}>Go on without it</Button>}
          <p role="status" className="field-hint">
            {state.state === 'looking' && 'Checking whether the archive has this already…'}
            {state.state === 'sending' && 'Saving…'}
          </p>
        </div>
      </form>
    </ModalDialog>
  )
}
