import { useState } from 'react'
import { TIME } from '#contract/limits.ts'
import type { Years } from '#stores/shared/years.ts'
import { RangeSlider } from './Slider.tsx'

const thisYear = () => new Date().getFullYear()

interface Props {
  years: Years
  /** `now`: the value is final (typed and entered). */
  onChange: (years: Years, now?: boolean) => void
}

/** Spec §9 "Time slider": 1830 to this year, in years. Both ends can also be typed. */
export function YearsRange({ years, onChange }: Props) {
  const last = thisYear()
  const [refused, setRefused] = useState('')
  return (
    <div className="years">
      <div className="years-typed">
        <YearField end="start" label="From year" years={years} last={last} onChange={onChange} onRefuse={setRefused} />
        <span aria-hidden="true">–</span>
        <YearField end="end" label="To year" years={years} last={last} onChange={onChange} onRefuse={setRefused} />
      </div>
      {refused && (
        <p className="refusal" role="alert">
          “{refused}” is not a year. Try {TIME.firstYear + 60}.
        </p>
      )}
      <RangeSlider
        label="Time range"
        value={[years.start, years.end]}
        minimum={TIME.firstYear}
        maximum={last}
        thumbs={['Start year', 'End year']}
        onChange={([start, end]) => onChange({ start, end })}
      />
    </div>
  )
}

interface FieldProps extends Props {
  end: keyof Years
  label: string
  last: number
  /** What was typed and is no year; empty again with the next key. */
  onRefuse: (typed: string) => void
}

/** Commits on Enter and on blur. Text that is not a year is refused. */
function YearField({ end, label, years, last, onChange, onRefuse }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    const next = typed === null ? null : typedYears(end, typed, years, TIME.firstYear, last)
    setTyped(null)
    if (next) onChange(next, true)
    else if (typed?.trim()) onRefuse(typed.trim())
  }
  return (
    <input
      className="figures"
      type="text"
      inputMode="numeric"
      maxLength={4}
      aria-label={label}
      value={typed ?? years[end]}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onRefuse('')
      }}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit()
        if (key === 'Escape') setTyped(null)
      }}
    />
  )
}

/** The range after one end was typed; null for text that is not a year. The year is clamped to the slider, and an end beyond the other moves it too. */
export function typedYears(end: keyof Years, text: string, years: Years, first: number, last: number): Years | null {
  if (!/^\s*\d{4}\s*$/.test(text)) return null
  const year = Math.min(Math.max(Number(text), first), last)
  return end === 'start'
    ? { start: year, end: Math.max(year, years.end) }
    : { start: Math.min(year, years.start), end: year }
}
