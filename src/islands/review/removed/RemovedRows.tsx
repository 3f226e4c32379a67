import { Loading } from '#components/record/Loading.tsx'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { UndoEntry, UndoStores } from '#stores/review/removed/undo-list.ts'
import { useStore } from '../../widgets/use-store.ts'
import { kindName } from '../messages.ts'
import { UndoRows } from '../UndoRows.tsx'

/** The entries of the chosen list. */
export function RemovedRows({ stores }: { stores: UndoStores }) {
  const { state, entries } = useStore(stores.$list)
  const pending = useStore(stores.$pending)
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
    <UndoRows
      label="Removed or merged"
      rows={entries.map((entry) => ({
        ...{ key: entry.id, name: entry.label, at: entry.at, by: entry.by?.name ?? null, until: entry.until },
        undo: undoOf(entry),
        undoName: `${undoOf(entry)} ${entry.label}`,
        isPending: pending.has(entry.id),
        about: <About entry={entry} />,
      }))}
      onUndo={({ key }) => stores.undo(entries.find(({ id }) => id === key)!)}
    />
  )
}

const undoOf = (entry: UndoEntry) => ('into' in entry ? 'Separate' : 'Bring Back')
const About = ({ entry }: { entry: UndoEntry }) => (
  <>
    <span>{kindName(entry.kind)}</span>
    {'into' in entry && (
      <span>
        part of <a href={recordAddress(entry.kind, entry.into.key)!}>{entry.into.label}</a>
      </span>
    )}
    {'with' in entry && entry.with > 0 && (
      <span>{entry.with === 1 ? 'with 1 other row' : `with ${entry.with} other rows`}</span>
    )}
  </>
)
