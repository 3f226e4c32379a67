import { useId, useState, type KeyboardEvent } from 'react'
import { tabAfter } from './tab-keys.ts'
import type { PartsLayout } from './ZoneOverview.tsx'

/**
 * The parts as tabs (ARIA practices, "Tabs with automatic activation"): one of them is in the order of the Tab key, arrow keys go from one to the
 * next, and one part is shown at a time. (React Aria's bring 16 kB of script, more than a tenth of what the map page may have.)
 */
export const PartTabs: PartsLayout = ({ parts, level }) => {
  const [chosen, choose] = useState(0)
  const name = useId()
  const shown = parts[chosen]
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const to = ctrlKey || metaKey || altKey ? undefined : tabAfter(key, chosen, parts.length)
    if (to === undefined) return
    event.preventDefault()
    choose(to)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div className="part-tabs live">
      <div className="parts" role="tablist" aria-label="About this place" onKeyDown={press}>
        {parts.map(({ id, title, count }, at) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${name}-tab-${id}`}
            aria-selected={at === chosen}
            aria-controls={at === chosen ? `${name}-part-${id}` : undefined}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => choose(at)}
          >
            {title} <small>{count}</small>
          </button>
        ))}
      </div>
      {shown && (
        <div
          key={shown.id}
          className="part"
          role="tabpanel"
          id={`${name}-part-${shown.id}`}
          aria-labelledby={`${name}-tab-${shown.id}`}
          tabIndex={0}
        >
          {shown.content(level)}
        </div>
      )}
    </div>
  )
}
