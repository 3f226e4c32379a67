import { useEffect, useState, type KeyboardEvent } from 'react'
import { atom } from 'nanostores'
import type { MapLayers } from '#contract/map-layers.ts'
import { TIME } from '#contract/limits.ts'
import { schedule as browsers } from '#stores/shared/debounce.ts'
import { listen } from '#stores/shared/listen.ts'
import { wholeYears } from '#stores/shared/years.ts'
import { useStore } from '../../widgets/use-store.ts'
import { YearField, YearsRange } from '../../widgets/YearsRange.tsx'
import { useMapStores } from '../stores-context.ts'
import { modeOf } from '../year-stores.ts'
import { compareTimes, createMapOfTime, oldMapOf, newestYear } from './map-of-time.ts'

export interface PanelProps {
  layers: MapLayers
  /** With holdings, ascending. */
  years: readonly number[]
  isOpen: boolean
  onClose: () => void
}

const thisYear = new Date().getFullYear()
const MODES = { any: 'Any time', year: 'A year', span: 'A span' } as const
type Mode = keyof typeof MODES

/** Years on either side of a year that becomes a span, and that Page Up and Page Down move. */
const FAR = 10
/** Milliseconds of each year that is played: the spec's ten a second are the most. */
const STEP = 200

/** Below the pill: which old map lies over the town; opened, all that chooses the years. */
export default function YearPanel({ layers, years, isOpen, onClose }: PanelProps) {
  const stores = useMapStores()
  const [time] = useState(() => createMapOfTime(stores, layers))
  useEffect(() => time.start(), [time])
  const laid = useStore(time.$laid)
  const isWanted = useStore(time.$isWanted)
  const chosen = useStore(stores.$years)
  const [isSpan, setSpan] = useState(false)
  // The ends of a span may meet, or be those of the slider.
  const mode = isSpan ? 'span' : modeOf(chosen, thisYear)
  const [last, setLast] = useState(years[years.length >> 1]!)
  const year = mode === 'year' ? chosen.start : last
  if (year !== last) setLast(year)

  const map = oldMapOf(layers, year)
  if (!isOpen) return laid && map && <p className="year-map">Map of {map.year}</p>

  const setYear = (start: number) => stores.setYears({ start, end: start })
  const setMode = (to: Mode) => {
    setSpan(to === 'span')
    if (to === 'year') setYear(year)
    else stores.setYears(to === 'any' ? wholeYears(thisYear) : { start: year - FAR, end: year + FAR })
  }
  const onKey = (event: KeyboardEvent) => {
    const by = { PageUp: FAR, PageDown: -FAR }[event.key]
    const isSlider = event.target instanceof Element && event.target.matches('.year-slider')
    if (event.defaultPrevented || !(event.key === 'Escape' || (by && isSlider))) return
    event.preventDefault()
    if (by) setYear(year + by)
    else onClose()
  }
  return (
    <section className="year-panel" aria-label="Year on the map" onKeyDown={onKey}>
      <fieldset className="year-modes">
        <legend className="visually-hidden">Time on the map</legend>
        {(Object.keys(MODES) as Mode[]).map((each) => (
          <label key={each}>
            <input type="radio" name="year-mode" checked={mode === each} onChange={() => setMode(each)} />
            {MODES[each]}
          </label>
        ))}
      </fieldset>
      {mode === 'span' ? (
        <YearsRange years={chosen} onChange={stores.setYears} />
      ) : (
        <>
          <div className="year-typed">
            <YearField label="Year" year={mode === 'any' ? null : year} hint={year} onYear={setYear} />
            <Play last={years.at(-1)!} begin={() => setYear(year < years.at(-1)! ? year : years[0]!)} />
          </div>
          <input
            className="year-slider"
            type="range"
            aria-label="Year"
            aria-valuetext={mode === 'any' ? 'Any time' : String(year)}
            min={TIME.firstYear}
            max={thisYear}
            value={year}
            onChange={({ target }) => setYear(target.valueAsNumber)}
          />
        </>
      )}
      <div className="year-marks figures">
        <svg viewBox={`0 0 ${thisYear - TIME.firstYear} 1`} preserveAspectRatio="none" aria-hidden="true">
          <path d={years.map((each) => `M${each - TIME.firstYear - 0.5} 0h1v1h-1z`).join('')} />
        </svg>
        <span>{TIME.firstYear}</span>
        <span>marked: the archive has records</span>
        <span>{thisYear}</span>
      </div>
      {mode === 'year' && map && (
        <label className="year-layer">
          <input type="checkbox" checked={isWanted} onChange={({ target }) => time.want(target.checked)} />
          Map of {map.year}: {map.title}
        </label>
      )}
      <button
        type="button"
        className="small-button"
        onClick={() => {
          compareTimes(stores, layers, { left: year, right: Math.max(year, newestYear(layers)) })
          onClose()
        }}
      >
        Two years side by side
      </button>
    </section>
  )
}

/** Year by year, until `next` says that there is none. */
export function createPlay(next: () => boolean, schedule = browsers) {
  const $playing = atom(false)
  let cancel = () => {}
  const wait = () => (cancel = schedule(STEP, () => (next() ? wait() : stop())))
  function stop() {
    cancel()
    $playing.set(false)
  }
  return { $playing, stop, start: () => ($playing.set(true), wait()) }
}

/** Plays until anything is touched. Not offered with reduced motion (map-year.css). */
function Play({ last, begin }: { last: number; begin: () => void }) {
  const { $years, setYears } = useMapStores()
  const [play] = useState(() =>
    createPlay(() => {
      const start = $years.get().start + 1
      setYears({ start, end: start })
      return start < last
    }),
  )
  const isPlaying = useStore(play.$playing)
  useEffect(() => {
    // The button itself stops it by its click.
    const onUse = ({ target, key }: Partial<globalThis.KeyboardEvent>) =>
      ((key && !/^(?:Enter| )$/.test(key)) || !(target as Element).closest('.year-play')) && play.stop()
    const off = listen(document, ['pointerdown', 'keydown', 'wheel'], onUse, { capture: true })
    return () => (off(), play.stop())
  }, [play])
  const toggle = () => (isPlaying ? play.stop() : (begin(), play.start()))
  return (
    <button type="button" className="small-button year-play" onClick={toggle}>
      {isPlaying ? 'Stop' : 'Play'}
    </button>
  )
}
