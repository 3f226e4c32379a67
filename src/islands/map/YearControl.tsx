import { useEffect, useRef, useState } from 'react'
import type { MapLayers } from '#contract/map-layers.ts'
import { Icon } from '#components/Icon.tsx'
import { schedule } from '#stores/shared/debounce.ts'
import { wholeYears } from '#stores/shared/years.ts'
import { moveFocus } from '../widgets/move-focus.ts'
import { useStore } from '../widgets/use-store.ts'
import { useMapStores } from './stores-context.ts'
import { modeOf, useLater, useYearText } from './year-stores.ts'
import type { PanelProps } from './year/YearPanel.tsx'

const Missing = (_: PanelProps) => <p className="year-map">The years didn&rsquo;t load.</p>
const panel = () => import('./year/YearPanel.tsx').catch(() => ({ default: Missing }))
const thisYear = new Date().getFullYear()
/** Milliseconds that a year stays before it is read out. */
const REST = 600

/** One control of the years over the map: a pill, which opens a panel that is loaded then. */
export function YearControl({ layers, years }: { layers: MapLayers; years: readonly number[] }) {
  const stores = useMapStores()
  const { start, end } = useStore(stores.$years)
  const [isOpen, setOpen] = useState(false)
  const pill = useRef<HTMLButtonElement>(null)
  const mode = modeOf({ start, end }, thisYear)
  const texts = { any: 'Any time', year: start, span: `${start}–${end}` }

  const isWanted = isOpen || mode !== 'any'
  const later = useLater(panel, isWanted)
  const text = useYearText()
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => schedule(REST, () => setSaid(text)), [text])
  const toggle = () => {
    moveFocus(pill.current!.closest('.year-control'), pill.current)
    setOpen(!isOpen)
  }
  return (
    <div className="year-control">
      <div className="year-pill">
        <button type="button" ref={pill} aria-expanded={isOpen} onPointerEnter={panel} onFocus={panel} onClick={toggle}>
          <Icon name="history" />
          <span className="figures">{texts[mode]}</span>
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
        {mode !== 'any' && (
          <button
            type="button"
            className="round-button"
            aria-label="Back to any time"
            onClick={({ currentTarget }) => {
              moveFocus(currentTarget, pill.current)
              stores.setYears(wholeYears(thisYear))
            }}
          >
            <Icon name="cross" />
          </button>
        )}
      </div>
      {isWanted && later && <later.default {...{ layers, years, isOpen }} onClose={toggle} />}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
