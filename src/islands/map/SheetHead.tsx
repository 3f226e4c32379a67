import { useRef, type PointerEvent } from 'react'
import { society } from '#society'
import type { Section } from '#stores/map/map-stores.ts'
import { Icon, type IconName } from '#components/Icon.tsx'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { ActionLink } from '../widgets/ActionLink.tsx'
import { useStore } from '../widgets/use-store.ts'
import { lowered, raised, type Detent, type SheetControl } from './sheet-control.ts'
import { useSelectedZone, useMapStores } from './stores-context.ts'
import { useYearText } from './year-stores.ts'

const NAME = 'Zone Overview'

/** The selected zone's overview: over the map, or on its page in a new tab. */
export function OverviewLink({ pk, text = NAME }: { pk: number; text?: string }) {
  const stores = useMapStores()
  return (
    <ActionLink className="small-button" aria-label={NAME} href={zoneAddress(pk)} act={() => stores.openOverview(pk)}>
      {text}
    </ActionLink>
  )
}

const TABS: { section: Section; text: string; icon: IconName }[] = [
  { section: 'legend', text: 'Legend', icon: 'layers' },
  { section: 'media', text: 'Images', icon: 'images' },
  { section: 'address', text: 'Addresses', icon: 'pin' },
  { section: 'organizations', text: 'Organizations', icon: 'building' },
]

const STEPS: { label: string; icon: IconName; to: (detent: Detent) => Detent }[] = [
  { label: 'Lower the panel', icon: 'down', to: lowered },
  { label: 'Raise the panel', icon: 'up', to: raised },
]

/** The part of the bottom sheet that is always visible: handle, selected zone, and a button per section. Only on phones. */
export function SheetHead({
  sheet,
  onSection,
}: {
  sheet: SheetControl
  onSection: (section: Section | 'year') => void
}) {
  const detent = useStore(sheet.$detent)
  const zone = useSelectedZone()
  const yearText = useYearText()
  return (
    <div className="sheet-head" {...useDrag(sheet)}>
      <div className="sheet-line">
        <span className="sheet-grip" />
        {zone || !yearText ? (
          <p>{zone?.name ?? society.town}</p>
        ) : (
          <button type="button" className="sheet-year" onClick={() => onSection('year')} children={yearText} />
        )}
        {zone && <OverviewLink pk={zone.pk} text="Overview" />}
        {STEPS.map(({ label, icon, to }) => (
          <button
            key={label}
            type="button"
            className="round-button"
            aria-label={label}
            aria-disabled={to(detent) === detent}
            onClick={() => sheet.show(to(detent))}
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
      <nav className="sheet-tabs" aria-label="Map tools">
        {TABS.map(({ section, text, icon }) => (
          <button key={section} type="button" onClick={() => onSection(section)}>
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </nav>
    </div>
  )
}

/** Pixels before a press counts as a drag, so that the buttons still work. */
const SLACK = 6

/** Moves the sheet with the finger. */
export function useDrag(sheet: SheetControl) {
  const drag = useRef<{ start: number; last: number; at: number; speed: number; moved: boolean } | null>(null)
  const end = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag
    drag.current = null
    if (!current?.moved) return
    // A finger that rested before letting go has no speed.
    sheet.release(event.type === 'pointercancel' || event.timeStamp - current.at > 100 ? 0 : current.speed)
  }
  return {
    onPointerDown: ({ clientY, timeStamp, isPrimary }: PointerEvent) => {
      if (isPrimary && sheet.$height.get() !== null)
        drag.current = { start: clientY, last: clientY, at: timeStamp, speed: 0, moved: false }
    },
    onPointerMove: ({ clientY, timeStamp, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      const { current } = drag
      if (!current) return
      if (!current.moved && Math.abs(clientY - current.start) < SLACK) return
      if (!current.moved) currentTarget.setPointerCapture(pointerId)
      const passed = Math.max(1, timeStamp - current.at)
      drag.current = {
        ...current,
        moved: true,
        speed: (current.last - clientY) / passed,
        last: clientY,
        at: timeStamp,
      }
      sheet.drag(current.start - clientY)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
