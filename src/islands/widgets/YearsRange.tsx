import { useId, useState } from 'react'
import { TIME } from '#contract/limits.ts'
import type { Years } from '#stores/shared/years.ts'
import { RangeSlider } from './Slider.tsx'

const thisYear = () => new Date().getFullYear()

interface Props {
  years: Years
  /** `now`: the value is final (typed). */
  onChange: (years: Years, now?: boolean) => void
}

/** Spec §9 "Time slider": 1830 to this year, in years. Both ends can also be typed; one beyond the other moves it too. */
export function YearsRange({ years: { start, end }, onChange }: Props) {
  return (
    <div className="years">
      <div className="years-typed">
        <YearField
          label="From year"
          year={start}
          onYear={(year) => onChange({ start: year, end: Math.max(year, end) }, true)}
        />
        <span aria-hidden="true">–</span>
        <YearField
          label="To year"
          year={end}
          onYear={(year) => onChange({ start: Math.min(year, start), end: year }, true)}
        />
      </div>
      <RangeSlider
        label="Time range"
        value={[start, end]}
        minimum={TIME.firstYear}
        maximum={thisYear()}
        thumbs={['Start year', 'End year']}
        onChange={([start, end]) => onChange({ start, end })}
      />
    </div>
  )
}

/** The year that somebody typed; null for other text, and for years outside the slider. */
export function yearTyped(text: string, last: number): number | null {
  const year = /^\s*\d{4}\s*$/.test(text) ? Number(text) : NaN
  return year >= TIME.firstYear && year <= last ? year : null
}

interface FieldProps {
  label: string
  /** Null: none is chosen; `hint` is an example then. */
  year: number | null
  hint?: number
  onYear: (year: number) => void
}

/** A year to type: it counts with its fourth digit. What is no year of the slider is refused by the field. */
export function YearField({ label, year, hint, onYear }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const problem = useId()
  const take = (text: string, isDone: boolean) => {
    const next = yearTyped(text, thisYear())
    setTyped(isDone ? null : text)
    setRefused(next === null && text.trim() !== '' && (isDone || text.trim().length === 4))
    if (next !== null && next !== year) onYear(next)
  }
  return (
    <>
      <input
        className="figures"
        type="text"
        inputMode="numeric"
        maxLength={4}
        aria-label={label}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? problem : undefined}
        placeholder={hint ? String(hint) : undefined}
        value={typed ?? year ?? ''}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => take(currentTarget.value, false)}
        onBlur={() => typed !== null && take(typed, true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed !== null) take(typed, true)
          if (event.key !== 'Escape' || typed === null) return
          event.preventDefault()
          setTyped(null)
          setRefused(false)
        }}
      />
      {isRefused && (
        <p className="refusal" role="alert" id={problem}>
          Type a year from {TIME.firstYear} to {thisYear()}.
        </p>
      )}
    </>
  )
}
