import { type KeyboardEvent, useId, useRef, useState } from 'react'
import grip from 'lucide-static/icons/grip-vertical.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import '#styles/sortable-rows.css'
import { canStartDrag, dragRow, gapOfKey } from './drag-row.ts'

const GRIP = paths(grip)

/** What is said once a row was moved. */
export const movedText = (name: string, at: number, count: number) => `${name} moved to ${at} of ${count}.`

export interface SortableOptions<Id> {
  count: number
  /** False while their order is fixed. */
  canSort: boolean
  /** Moves a row into a gap: 0 is above the first row, their number below the last. */
  onMove: (id: Id, gap: number) => unknown
}
export type SortableRows<Id> = ReturnType<typeof useSortableRows<Id>>

/** Rows of a list that are sorted by dragging them and by the keys of their handles. Arrow buttons are up to each list. */
export function useSortableRows<Id>({ count, canSort, onMove }: SortableOptions<Id>) {
  const list = useRef<HTMLOListElement>(null)
  const hint = useId()
  const [drag, setDrag] = useState<{ id: Id; gap: number }>()
  return {
    ...{ count, canSort, onMove, hint },
    /** Of the list. */
    list: { ref: list, 'data-dragging': drag !== undefined || undefined },
    /** Of each row, and in which row the dragged one would land. */
    row(id: Id, at: number) {
      const isBelow = drag?.gap === count && at === count - 1
      return {
        'data-sortable': true,
        'data-dragging': drag?.id === id || undefined,
        'data-drop-line': drag?.gap === at ? 'before' : isBelow ? 'after' : undefined,
      }
    },
    /** Of what a mouse may drag it by: the row, or a part of it with the handle. */
    press(id: Id, press: PointerEvent) {
      if (!canSort || !canStartDrag(press)) return
      dragRow(list.current!, press, {
        onGap: (gap) => setDrag(gap === undefined ? undefined : { id, gap }),
        onDrop: (gap) => onMove(id, gap),
      })
    },
  }
}

type HandleProps<Id> = { rows: SortableRows<Id>; id: Id; at: number; name: string }

export function SortHandle<Id>({ rows: { count, canSort, onMove, hint }, id, at, name }: HandleProps<Id>) {
  function onKey(event: KeyboardEvent<HTMLElement>) {
    const gap = gapOfKey(event.key, at, count)
    if (gap === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    onMove(id, gap)
    // React keeps the focus on the handle, but does not scroll to its row.
    const row = event.currentTarget.closest('[data-sortable]')!
    requestAnimationFrame(() => row.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <button
      type="button"
      className="row-handle"
      aria-label={`Move ${name}, ${at + 1} of ${count}`}
      aria-describedby={hint}
      hidden={!canSort}
      onKeyDown={onKey}
    >
      <Drawing lines={GRIP} />
    </button>
  )
}

/** What explains the handles, once beside their list. */
export const SortHint = ({ hint }: Pick<SortableRows<unknown>, 'hint'>) => (
  <span id={hint} hidden>
    Drag to move, or press the up or down arrow, Home or End.
  </span>
)
