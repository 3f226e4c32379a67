import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { MapLayers } from '#contract/map-layers.ts'
import { TIME } from '#contract/limits.ts'
import { mapOfYear } from '#rules/years/map-of-year.ts'
import { schedule } from '#stores/shared/debounce.ts'
import { listen } from '#stores/shared/listen.ts'
import { wholeYears } from '#stores/shared/years.ts'
import { useStore } from '../../widgets/use-store.ts'
import { YearsRange } from '../../widgets/YearsRange.tsx'
import { layerName } from '../messages.ts'
import { useMapStores } from '../stores-context.ts'
import { compareTimes, createMapOfTime, layersOf, NONE, OF_TIME } from './map-of-time.ts'
import { createPlay } from './play.ts'
import { YearField } from './YearField.tsx'
import { modeOf } from './year-words.ts'

interface Props {
  layers: MapLayers
  /** With holdings, ascending. */
  years: readonly number[]
  thisYear: number
  isOpen: boolean
  onClose: () => void
}

const MODES = [
  { mode: 'any', text: 'Any time' },
  { mode: 'year', text: 'A year' },
  { mode: 'span', text: 'A span' },
] as const
type Mode = (typeof MODES)[number]['mode']

/** Years on either side of a year that becomes a span, and that Page Up and Page Down move. */
const FAR = 10

/** Beside the pill: which old map lies over the town; opened, all that chooses the years. */
export function YearPanel({ layers, isOpen, ...props }: Props) {
  const stores = useMapStores()
  const [time, setTime] = useState<ReturnType<typeof createMapOfTime>>()
  useEffect(() => {
    const made = createMapOfTime(stores, layers)
    setTime(made)
    return made.end
  }, [stores, layers])
  if (!time) return null
  return isOpen ? <Panel layers={layers} time={time} {...props} /> : <LaidMap layers={layers} time={time} />
}

interface OfTime {
  layers: MapLayers
  time: ReturnType<typeof createMapOfTime>
}

function LaidMap({ layers, time }: OfTime) {
  const laid = useStore(time.$laid)
  const layer = layersOf(layers).find(({ id }) => id === laid)
  return layer ? <p className="year-map">Map of {layer.year ?? layer.title}</p> : null
}

function Panel({ layers, time, years, thisYear, onClose }: Omit<Props, 'isOpen'> & OfTime) {
  const stores = useMapStores()
  const chosen = useStore(stores.$years)
  const [wanted, setWanted] = useState<Mode>('any')
  const now = modeOf(chosen, thisYear)
  // Both ends of a span may meet, or be at the ends of the slider.
  const mode = wanted === 'span' && now !== 'span' ? wanted : now
  const [last, setLast] = useState(years[years.length >> 1]!)
  const year = mode === 'year' ? chosen.start : last
  if (year !== last) setLast(year)
  const setYear = (to: number) => {
    setWanted('year')
    stores.setYears({ start: to, end: to })
  }
  const setMode = (to: Mode) => {
    setWanted(to)
    if (to === 'any') stores.setYears(wholeYears(thisYear))
    else if (to === 'year') setYear(year)
    else stores.setYears({ start: year - FAR, end: year + FAR })
  }
  const newest = layersOf(layers).flatMap((each) => each.year ?? [])
  return (
    <section
      className="year-panel"
      id="year-panel"
      aria-label="Year on the map"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <fieldset className="year-modes">
        <legend className="visually-hidden">Time on the map</legend>
        {MODES.map((each) => (
          <label key={each.mode}>
            <input type="radio" name="year-mode" checked={mode === each.mode} onChange={() => setMode(each.mode)} />
            {each.text}
          </label>
        ))}
      </fieldset>
      {mode === 'span' ? (
        <YearsRange years={chosen} onChange={stores.setYears} />
      ) : (
        <div className="year-one">
          <YearField
            label="Year"
            year={mode === 'any' ? null : year}
            hint={year}
            thisYear={thisYear}
            onYear={setYear}
          />
          <Play year={year} last={years.at(-1)!} onYear={setYear} />
          <YearSlider year={year} isChosen={mode === 'year'} thisYear={thisYear} onYear={setYear} />
        </div>
      )}
      <Marks years={years} thisYear={thisYear} />
      {mode === 'year' && <OldMap year={year} layers={layers} time={time} />}
      <button
        type="button"
        className="small-button"
        onClick={() => {
          const left = mode === 'span' ? chosen.start : year
          compareTimes(stores, layers, { left, right: Math.max(left, ...newest) })
        }}
      >
        Two years side by side
      </button>
    </section>
  )
}

interface YearProps {
  year: number
  onYear: (year: number) => void
}

function YearSlider({ year, isChosen, thisYear, onYear }: YearProps & { isChosen: boolean; thisYear: number }) {
  const onKey = (event: KeyboardEvent) => {
    const by = { PageUp: FAR, PageDown: -FAR }[event.key]
    if (!by) return
    event.preventDefault()
    onYear(year + by)
  }
  return (
    <input
      className="year-slider"
      type="range"
      aria-label="Year"
      aria-valuetext={isChosen ? String(year) : 'Any time'}
      data-idle={!isChosen || undefined}
      min={TIME.firstYear}
      max={thisYear}
      value={year}
      onChange={({ target }) => onYear(target.valueAsNumber)}
      onKeyDown={onKey}
    />
  )
}

/** Years with holdings, below the track. */
function Marks({ years, thisYear }: { years: readonly number[]; thisYear: number }) {
  const whole = thisYear - TIME.firstYear
  return (
    <div className="year-marks figures">
      <svg viewBox={`0 0 ${whole} 1`} preserveAspectRatio="none" aria-hidden="true">
        {years.map((year) => (
          <rect key={year} x={year - TIME.firstYear - 0.5} width="1" height="1" />
        ))}
      </svg>
      <span>{TIME.firstYear}</span>
      <span>marked: the archive has records</span>
      <span>{thisYear}</span>
    </div>
  )
}

/** Year by year, until anything is touched. Not offered with reduced motion (map-year.css). */
function Play({ year, last, onYear }: YearProps & { last: number }) {
  const stores = useMapStores()
  const [play] = useState(() =>
    createPlay(schedule, () => {
      const next = stores.$years.get().start + 1
      stores.setYears({ start: next, end: next })
      return next < last
    }),
  )
  const isPlaying = useStore(play.$playing)
  useEffect(() => {
    if (!isPlaying) return
    const off = listen(
      document,
      ['pointerdown', 'keydown', 'wheel'],
      ({ target, key }: Partial<globalThis.KeyboardEvent>) => {
        // The button itself stops it by its click.
        const isButton = target instanceof Element && target.closest('.year-play')
        if (!isButton || (key && !/^(?:Enter| )$/.test(key))) play.stop()
      },
      { capture: true },
    )
    return () => {
      off()
      play.stop()
    }
  }, [isPlaying, play])
  const toggle = () => {
    if (isPlaying) return play.stop()
    onYear(year < last ? year : TIME.firstYear)
    play.start()
  }
  return (
    <button type="button" className="small-button year-play" onClick={toggle}>
      {isPlaying ? 'Stop' : 'Play'}
    </button>
  )
}

/** The old map that lies over the town: of the time, another one, or none. */
function OldMap({ year, layers, time }: OfTime & { year: number }) {
  const choice = useStore(time.$choice)
  const id = useId()
  const ofTime = mapOfYear(layersOf(layers), year)
  return (
    <p className="year-layer">
      <label htmlFor={id}>Old map</label>
      <select id={id} value={choice} onChange={({ target }) => time.choose(target.value)}>
        <option value={OF_TIME}>
          {ofTime ? `Map of ${ofTime.year}: ${ofTime.title}` : `No map before ${year + 1}`}
        </option>
        {layersOf(layers)
          .filter((each) => each.id !== ofTime?.id)
          .map((each) => (
            <option key={each.id} value={each.id}>
              {layerName(each)}
            </option>
          ))}
        <option value={NONE}>No old map</option>
      </select>
    </p>
  )
}
