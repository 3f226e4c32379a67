import { useRef, type ReactNode } from 'react'
import { whenText } from './messages.ts'

/** Something that can be undone. */
interface UndoRow {
  key: string | number
  name: string
  about?: ReactNode
  at: string
  by: string | null
  /** The last moment at which it can be undone. */
  until: string
  /** The word on its button, and its whole name, which begins with it. */
  undo: string
  undoName: string
  isPending: boolean
  /** Why it could not be undone. */
  refusal?: string | undefined
}

interface Props {
  label: string
  rows: readonly UndoRow[]
  /** True when it was done: the row is gone, and the list gets the focus. */
  onUndo: (row: UndoRow) => Promise<boolean>
}

/** What was removed, merged, joined or split, newest first, each with its undo. */
export function UndoRows({ label, rows, onUndo }: Props) {
  const list = useRef<HTMLOListElement>(null)
  return (
    <ol ref={list} className="undo-rows" tabIndex={-1} aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <div>
            <p className="undo-name">{row.name}</p>
            {row.about && <p className="meta">{row.about}</p>}
            <p className="meta">
              <span>
                <time dateTime={row.at}>{whenText(row.at)}</time>
                {row.by && ` by ${row.by}`}
              </span>
              <span>{`can be undone until ${DAY.format(new Date(row.until))}`}</span>
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-label={row.undoName}
            aria-disabled={row.isPending}
            onClick={() => row.isPending || void onUndo(row).then((isDone) => isDone && list.current?.focus())}
          >
            {row.undo}
          </button>
          {row.refusal && (
            <p className="field-error" role="alert">
              {row.refusal}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
