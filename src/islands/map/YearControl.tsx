import { useEffect, useRef, useState } from 'react'
import type { MapLayers } from '#contract/map-layers.ts'
import { Icon } from '#components/Icon.tsx'
import { wholeYears } from '#stores/shared/years.ts'
import { moveFocus } from '../widgets/move-focus.ts'
import { useStore } from '../widgets/use-store.ts'
import { useMapStores } from './stores-context.ts'
import { useLater } from './use-later.ts'
import { modeOf, yearsText, countsText } from './year/year-words.ts'
import { useYearCounts, yearParts } from './year-stores.ts'

const thisYear = () => new Date().getFullYear()

/** One control of the years over the map: a pill, which opens a panel. */
export function YearControl({ layers, years }: { layers: MapLayers; years: readonly number[] }) {
  const stores = useMapStores()
  const chosen = useStore(stores.$years)
  const [isOpen, setOpen] = useState(false)
  const pill = useRef<HTMLButtonElement>(null)
  const isAny = modeOf(chosen, thisYear()) === 'any'
  const [parts, retry] = useLater(yearParts, isOpen || !isAny)
  const close = () => {
    pill.current?.focus({ preventScroll: true })
    setOpen(false)
  }
  return (
    <div className="year-control" data-open={isOpen || undefined}>
      <div className="year-pill">
        <button
          type="button"
          ref={pill}
          aria-expanded={isOpen}
          aria-controls="year-panel"
          onPointerEnter={() => void yearParts().catch(() => {})}
          onFocus={() => void yearParts().catch(() => {})}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="history" />
          <span className="figures">{yearsText(chosen, thisYear())}</span>
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
        {!isAny && (
          <button
            type="button"
            className="round-button"
            aria-label="Back to any time"
            onClick={({ currentTarget }) => {
              moveFocus(currentTarget, pill.current)
              stores.setYears(wholeYears(thisYear()))
            }}
          >
            <Icon name="cross" />
          </button>
        )}
      </div>
      {parts === 'failed' && isOpen && (
        <p className="year-map">
          The years can&rsquo;t be loaded.{' '}
          <button type="button" className="small-button" onClick={retry}>
            Try Again
          </button>
        </p>
      )}
      {typeof parts === 'object' && (
        <parts.YearPanel layers={layers} years={years} thisYear={thisYear()} isOpen={isOpen} onClose={close} />
      )}
      <Announcer />
    </div>
  )
}

/** Milliseconds that a year stays before it is read out. */
const REST = 600

/** "1870: 212 places, 94 owners known", once the year rests. */
function Announcer() {
  const counted = useYearCounts()
  const [said, setSaid] = useState('')
  useEffect(() => {
    const text = counted?.counts ? countsText(counted.year, counted.counts) : ''
    const timer = setTimeout(() => setSaid(text), REST)
    return () => clearTimeout(timer)
  }, [counted?.year, counted?.counts])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
