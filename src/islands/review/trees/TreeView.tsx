import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { TreeRow } from '#contract/tree.ts'
import type { ShownRow } from '#stores/review/trees/tree-rows.ts'
import type { TreeStore } from '#stores/review/trees/tree.ts'
import { LinkButton } from '../../widgets/Button.tsx'
import '../../widgets/for-keys.css'
import { useStore } from '../../widgets/use-store.ts'
import { choosingText, TEXT, WORDS } from './messages.ts'
import { ROOT, Row } from './TreeItem.tsx'

const NO_ROWS: readonly TreeRow[] = []

/**
 * The tree (ARIA tree pattern): one row has the tab stop. A branch is moved by dragging it, or by choosing its target with keys or clicks, for which
 * nothing has to be dragged (WCAG 2.5.7).
 */
export function TreeView({ store }: { store: TreeStore }) {
  const hint = useId()
  const list = useRef<HTMLUListElement>(null)
  const rows = useStore(store.$rows) ?? NO_ROWS
  const shown = useStore(store.$shown)
  const panel = useStore(store.$panel)
  const choosing = useStore(store.$choosing)
  const [active, setActive] = useState(ROOT)
  const [dragged, setDragged] = useState<number | null>(null)
  const subject = useMemo(
    () => choosing ?? (dragged === null ? null : { what: 'move' as const, id: dragged }),
    [choosing, dragged],
  )
  const isTarget = useMemo(() => (subject ? store.targetsOf(subject, rows) : null), [store, subject, rows])
  const at = active === ROOT || shown.some(({ row }) => row.id === active) ? active : ROOT

  // Whoever chooses a target by keys goes on in the tree.
  useEffect(() => {
    if (choosing) list.current?.querySelector<HTMLElement>(`[data-id="${choosing.id}"]`)?.focus()
  }, [choosing])

  const focus = (id: number) => {
    setActive(id)
    list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus()
  }
  const idOf = (row: number) => (row === ROOT ? null : row)
  /** Reads the stores: rows that look the same keep the function of an earlier time. */
  function pick(id: number) {
    setActive(id)
    const now = store.$choosing.get()
    if (!now) return id === ROOT ? store.startAdding(null) : void store.choose(id)
    if (!store.targetsOf(now)(idOf(id))) return
    store.stopChoosing()
    if (now.what === 'move') void store.move(now.id, idOf(id))
    else if (store.kind !== 'stories') void store.merges.plan(store.kind, now.id, id)
  }
  function press(event: KeyboardEvent) {
    const target = nextRow(event.key, shown, at, store)
    if (target !== undefined) {
      event.preventDefault()
      focus(target)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      pick(at)
    } else if (event.key === 'Escape' && choosing) store.stopChoosing()
    else if (
      store.hasBranches &&
      event.key.toLowerCase() === 'm' &&
      at !== ROOT &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      event.preventDefault()
      store.startChoosing('move', at)
    }
  }
  const rowAt = ({ target }: { target: EventTarget }) => {
    const row = (target as Element).closest<HTMLElement>('[data-id]')
    return row ? Number(row.dataset.id) : undefined
  }
  const name = choosing && rows.find(({ id }) => id === choosing.id)?.name
  return (
    <>
      <p className="trees-choosing" role="status">
        {choosing && name !== undefined && (
          <>
            {choosingText(choosing, name ?? '')} <LinkButton onClick={() => store.stopChoosing()}>Cancel</LinkButton>
          </>
        )}
      </p>
      <ul
        ref={list}
        role="tree"
        aria-label={WORDS[store.kind].all}
        aria-describedby={hint}
        onKeyDown={press}
        onFocus={(event) => setActive(rowAt(event) ?? ROOT)}
        onDragStart={(event) => {
          const id = rowAt(event)
          if (id === undefined || id === ROOT || !store.hasBranches) return event.preventDefault()
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', String(id))
          setDragged(id)
        }}
        onDragOver={(event) => {
          const id = rowAt(event)
          if (id !== undefined && dragged !== null && isTarget?.(idOf(id))) event.preventDefault()
        }}
        onDrop={(event) => {
          event.preventDefault()
          const id = rowAt(event)
          if (id !== undefined && dragged !== null) void store.move(dragged, idOf(id))
          setDragged(null)
        }}
        onDragEnd={() => setDragged(null)}
      >
        <Row
          id={ROOT}
          name={WORDS[store.kind].all}
          level={1}
          isOpen={null}
          isActive={at === ROOT}
          isChosen={panel.of === 'new' && panel.parent === null}
          isTarget={isTarget?.(null)}
          onPick={pick}
        />
        {shown.map(({ row, level, position, size, isOpen, all }) => (
          <Row
            key={row.id}
            id={row.id}
            name={row.name}
            hierarchy={row.hierarchy}
            changed={row.updated_at}
            isDraft={row.state !== 'published'}
            own={row.items}
            // An item can have several subjects of a branch.
            all={store.kind === 'collections' ? all : row.items}
            level={level + 1}
            position={position}
            size={size}
            isOpen={isOpen}
            isActive={at === row.id}
            isChosen={panel.of === 'record' && panel.id === row.id}
            isMoving={subject?.id === row.id}
            isTarget={isTarget?.(row.id)}
            onPick={pick}
            onToggle={store.toggle}
          />
        ))}
      </ul>
      {shown.length === 0 && rows.length > 0 && <p className="empty">{TEXT.none}</p>}
      <p className="field-hint for-keys" id={hint}>
        {store.hasBranches ? TEXT.keys : TEXT.keysOfStories}
      </p>
    </>
  )
}

/** The row that a key leads to; undefined for other keys. Opens and closes branches. */
function nextRow(key: string, shown: readonly ShownRow[], at: number, store: TreeStore): number | undefined {
  const ids = [ROOT, ...shown.map(({ row }) => row.id)]
  const place = ids.indexOf(at)
  const here = shown[place - 1]
  switch (key) {
    case 'ArrowDown':
      return ids[Math.min(place + 1, ids.length - 1)]
    case 'ArrowUp':
      return ids[Math.max(place - 1, 0)]
    case 'Home':
      return ROOT
    case 'End':
      return ids.at(-1)
    case 'ArrowRight':
      if (here?.isOpen === false) store.toggle(at, true)
      return here?.isOpen === true ? ids[place + 1] : at
    case 'ArrowLeft': {
      if (here?.isOpen === true && store.$words.get().trim() === '') {
        store.toggle(at, false)
        return at
      }
      const above = here && shown.slice(0, place).findLast(({ level }) => level < here.level)
      return above?.row.id ?? ROOT
    }
    default:
      return undefined
  }
}
