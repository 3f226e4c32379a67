import type { ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { Section } from '#stores/map/map-stores.ts'
import { useMapStores } from './stores-context.ts'

interface Props {
  section: Section
  title: string
  children: ReactNode
}

/** One of the four sections (spec §2): it opens and closes by itself, and the stores open and close it too (spec §4). */
export function SideSection({ section, title, children }: Props) {
  const stores = useMapStores()
  const open = useStore(stores.$open)[section]
  return (
    <details
      id={`map-${section}`}
      className="side-section"
      open={open}
      onToggle={({ currentTarget }) => {
        // The event comes a moment after the change, also after one that the stores made.
        if (currentTarget.open !== stores.$open.get()[section]) stores.setOpen(section, currentTarget.open)
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="side-section-body">{children}</div>
    </details>
  )
}
