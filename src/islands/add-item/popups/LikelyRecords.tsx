import { useEffect, useId, useRef } from 'react'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import type { NewRecord } from '#stores/add-item/new-records.ts'
import { Button, LinkButton } from '../../widgets/Button.tsx'
import '../../widgets/for-keys.css'
import type { Tag } from '#stores/add-item/draft.ts'

interface Props {
  kind: NewRecordKind
  tags: readonly Tag[]
  record: Pick<NewRecord, 'choose' | 'addNew' | 'edit'>
}

const textOf = ({ name, detail }: Tag) => [name, detail].filter(Boolean).join(', ')

/** "Did you mean John Calder, 1843–1910?" Enter takes the first, a number key any of them. */
export function LikelyRecords({ kind, tags, record }: Props) {
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
