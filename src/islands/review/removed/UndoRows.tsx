import { useRef } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { UndoEntry, UndoStores } from '#stores/review/removed/undo-list.ts'
import { useStore } from '../../widgets/use-store.ts'
import { kindName, whenText } from '../messages.ts'

/** The entries, newest first. */
export function UndoRows({ stores }: { stores: UndoStores }) {
  const { state, entries } = useStore(stores.$list)
  const pending = useStore(stores.$pending)
  const list = useRef<HTMLOListElement>(null)
  if (state === 'failed')
    return (
      <div className="desk-note" role="alert">
        <p>We couldn't load the list: the archive isn't answering as it should.</p>
        <button type="button" className="button" onClick={() => void stores.load()}>
          Try Again
        </button>
      </div>
    )
  if (state === 'loading' && entries.length === 0) return <Loading />
  return (
    <ol ref={list} className="undo-rows" tabIndex={-1} aria-label="Removed or merged">
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <p className="undo-name">{entry.label}</p>
            <p className="meta">
              <span>{kindName(entry.kind)}</span>
              {'into' in entry && (
                <span>
                  part of <a href={recordAddress(entry.kind, entry.into.key)!}>{entry.into.label}</a>
                </span>
              )}
              {'with' in entry && entry.with > 0 && (
                <span>{entry.with === 1 ? 'with 1 other row' : `with ${entry.with} other rows`}</span>
              )}
            </p>
            <p className="meta">
              <span>
                <time dateTime={entry.at}>{whenText(entry.at)}</time>
                {entry.by && ` by ${entry.by.name}`}
              </span>
              <span>{untilText(entry)}</span>
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-disabled={pending.has(entry.id)}
            onClick={() =>
              pending.has(entry.id) || void stores.undo(entry).then((isDone) => isDone && list.current?.focus())
            }
          >
            {'into' in entry ? 'Separate' : 'Bring Back'}
            <span className="visually-hidden"> {entry.label}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const untilText = ({ until }: UndoEntry) => `can be undone until ${DAY.format(new Date(until))}`
