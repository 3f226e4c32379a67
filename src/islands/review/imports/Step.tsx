import { useEffect, useRef, type ReactNode } from 'react'
import { LongTable } from '#components/record/tables.tsx'

interface Props {
  id: string
  title: string
  /** In a few words, also while it is folded. */
  state: string
  /** It is this one's turn: it unfolds. */
  isNext?: boolean
  needsLook?: boolean
  /** Nothing is known yet. */
  isPending?: boolean
  children: ReactNode
}

/** A part of the way from files to records. What is clear is folded. */
export function Step({ id, title, state, needsLook = false, isNext = needsLook, isPending, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  // It never folds by itself: the focus may be in it.
  useEffect(() => {
    if (isNext) details.current!.open = true
  }, [isNext])
  return (
    <details ref={details} id={id} className="import-step">
      <summary>
        <h2>{title}</h2>
        <span className={`submission-state ${needsLook ? 'returned' : isPending ? '' : 'published'}`}>{state}</span>
      </summary>
      <div className="import-step-body">{children}</div>
    </details>
  )
}

/** A folded table; nothing without rows. */
export const Fold = ({ title, ...table }: { title: string; columns: readonly string[]; rows: readonly string[][] }) =>
  table.rows.length > 0 && (
    <details>
      <summary>{title}</summary>
      <LongTable table={table} />
    </details>
  )
