import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useStore } from '../widgets/use-store.ts'
import type { Section } from '#stores/map/map-stores.ts'
import { INITIALLY_OPEN } from '#stores/map/sections.ts'
import { useMapStores } from './stores-context.ts'

/** One of the four sections (spec §2), opened and closed by the visitor and by the stores (spec §4). */
export function SideSection({ section, title, children }: { section: Section; title: string; children: ReactNode }) {
  const stores = useMapStores()
  const open = useStore(stores.$open)[section]
  const details = useRef<HTMLDetailsElement>(null)
  // Keep a section that was opened or closed before hydration.
  useLayoutEffect(() => {
    const isOpen = details.current!.open
    if (isOpen !== INITIALLY_OPEN[section]) queueMicrotask(() => stores.setOpen(section, isOpen))
  }, [stores, section])
  return (
    <details
      ref={details}
      id={`map-${section}`}
      className="side-section"
      open={open}
      onToggle={({ currentTarget }) => {
        // The event is asynchronous and also follows changes made by the stores.
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
