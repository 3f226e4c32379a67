import { useRef, type PointerEvent } from 'react'

interface ValueSliderProps {
  label: string
  value: number
  minimum: number
  maximum: number
  step: number
  onChange: (value: number) => void
}

/** A slider of a share, with the percentage beside it. The label is only announced. */
export function ValueSlider({ label, value, minimum, maximum, step, onChange }: ValueSliderProps) {
  const text = `${Math.round(value * 100)}%`
  return (
    <div className="slider">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      <span className="slider-value figures" aria-hidden="true">
        {text}
      </span>
    </div>
  )
}

interface RangeSliderProps {
  label: string
  value: readonly [start: number, end: number]
  minimum: number
  maximum: number
  thumbs: readonly [string, string]
  onChange: (value: readonly [start: number, end: number]) => void
}

/** A range of whole numbers: two inputs over one track, of which only the thumbs take the pointer. A click on the track moves the nearer one; a swipe over it scrolls. */
export function RangeSlider({ label, value: [start, end], minimum, maximum, thumbs, onChange }: RangeSliderProps) {
  const whole = maximum - minimum
  const change = (at: 0 | 1, to: number) => onChange(at === 0 ? [Math.min(to, end), end] : [start, Math.max(to, start)])
  const isPressed = useRef(false)
  const press = ({ target }: PointerEvent) => {
    isPressed.current = !(target instanceof HTMLInputElement)
  }
  const jump = ({ currentTarget, clientX }: PointerEvent) => {
    if (!isPressed.current) return
    isPressed.current = false
    const { left, width } = currentTarget.getBoundingClientRect()
    const to = Math.min(maximum, Math.max(minimum, Math.round(minimum + ((clientX - left) / width) * whole)))
    change(Math.abs(to - start) < Math.abs(to - end) ? 0 : 1, to)
  }
  const input = (at: 0 | 1) => (
    <input
      type="range"
      aria-label={thumbs[at]}
      min={minimum}
      max={maximum}
      value={[start, end][at]}
      onChange={({ currentTarget }) => change(at, currentTarget.valueAsNumber)}
    />
  )
  return (
    // Where both thumbs are at the end, the first one is above: the other could not move.
    <div
      className="slider slider-range"
      role="group"
      aria-label={label}
      data-late={start - minimum > whole / 2 || undefined}
      onPointerDown={press}
      onPointerCancel={() => (isPressed.current = false)}
      onPointerUp={jump}
    >
      <svg viewBox={`${minimum} 0 ${whole} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect x={minimum} width={whole} height="1" />
        <rect className="slider-fill" x={start} width={end - start} height="1" />
      </svg>
      {input(0)}
      {input(1)}
    </div>
  )
}
