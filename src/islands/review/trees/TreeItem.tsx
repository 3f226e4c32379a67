import { memo } from 'react'
import { Icon } from '#components/Icon.tsx'
import type { Collection } from '#contract/collection.ts'
import { whenText } from '../messages.ts'
import { countOfItems, formatNumber, HIERARCHY_NAMES } from '#rules/names/record-names.ts'

/** The id of the row above all. */
export const ROOT = 0

interface Props {
  id: number
  name: string
  level: number
  position?: number
  size?: number
  hierarchy?: Collection['hierarchy'] | undefined
  isDraft?: boolean
  changed?: string | null
  /** Items filed at it, and with those below it. */
  own?: number
  all?: number
  isOpen: boolean | null
  isActive: boolean
  isChosen: boolean
  isMoving?: boolean
  /** While a target is chosen: whether it can be this. */
  isTarget: boolean | undefined
  onPick: (id: number) => void
  onToggle?: (id: number) => void
}

const isSame = (before: Props, after: Props) =>
  (Object.keys(after) as (keyof Props)[]).every((key) => key === 'onPick' || before[key] === after[key])

/** A row of the tree. Only rows that look different are drawn again: there may be thousands. */
export const Row = memo(function Row({ id, name, level, own = 0, all = 0, ...row }: Props) {
  return (
    <li
      role="treeitem"
      data-id={id}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={id === ROOT ? true : (row.isOpen ?? undefined)}
      aria-selected={row.isChosen}
      aria-disabled={row.isTarget === false || undefined}
      tabIndex={row.isActive ? 0 : -1}
      className="tree-row"
      style={{ '--level': Math.min(level - 1, 5) } as object}
      draggable={id !== ROOT}
      data-moving={row.isMoving || undefined}
      data-target={row.isTarget || undefined}
      onClick={({ currentTarget }) => {
        currentTarget.focus()
        row.onPick(id)
      }}
    >
      {row.isOpen !== null && (
        <span
          className="tree-toggle"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            row.onToggle?.(id)
          }}
        >
          <Icon name="down" />
        </span>
      )}
      <span className="tree-name">{name}</span>
      {row.hierarchy && <span className="meta">{HIERARCHY_NAMES[row.hierarchy]}</span>}
      {row.isDraft && <span className="meta tree-draft">Draft</span>}
      {row.changed && <span className="meta figures">{whenText(row.changed)}</span>}
      {all > 0 && (
        <span className="meta figures">
          {all === own ? countOfItems(own) : `${formatNumber(own)} of ${countOfItems(all)}`}
        </span>
      )}
    </li>
  )
}, isSame)
