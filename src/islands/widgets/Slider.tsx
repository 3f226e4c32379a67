import { useMemo, useRef, useSyncExternalStore, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { useSlider, useSliderThumb } from 'react-aria/useSlider'
import { useSliderState, type SliderState } from 'react-stately/useSliderState'

/** Sliders on React Aria's hooks; its components would cost 3 kB more per page. */

interface ValueSliderProps {
  label: string
  value: number
  minimum: number
  maximum: number
  step: number
  /** How the value is displayed and announced. */
  format: Intl.NumberFormatOptions
  onChange: (value: number) => void
}

/** A slider with one thumb and its value beside it. The label is only announced. */
export function ValueSlider({ value, onChange, ...others }: ValueSliderProps) {
  const [slider, output] = useSliderParts({ ...others, values: [value], onChange: ([value]) => onChange(value!) })
  return (
    <Frame slider={slider} thumbs={[undefined]}>
      <output {...output} className="slider-value figures">
        {slider.state.getThumbValueLabel(0)}
      </output>
    </Frame>
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

const YEARS: Intl.NumberFormatOptions = { useGrouping: false }

/** A slider with two thumbs over whole numbers. */
export function RangeSlider({ value, thumbs, onChange, ...others }: RangeSliderProps) {
  const { minimum, maximum } = others
  const [slider] = useSliderParts({
    ...others,
    step: 1,
    format: YEARS,
    values: value,
    onChange: ([start, end]) => onChange([start ?? minimum, end ?? maximum]),
  })
  return <Frame slider={slider} thumbs={thumbs} />
}

type SliderOptions = Omit<ValueSliderProps, 'value' | 'onChange'> & {
  values: readonly number[]
  onChange: (values: readonly number[]) => void
}

function useSliderParts({ label, values, minimum, maximum, step, format, onChange }: SliderOptions) {
  const track = useRef<HTMLDivElement>(null)
  const numberFormatter = useMemo(() => new Intl.NumberFormat('en-CA', format), [format])
  const props = { 'aria-label': label, minValue: minimum, maxValue: maximum, step }
  const state = useSliderState({ ...props, value: [...values], onChange, numberFormatter })
  const { groupProps, trackProps, outputProps } = useSlider(props, state, track)
  return [{ state, track, groupProps, trackProps }, outputProps] as const
}

const noSubscription = () => () => {}
/** Inline styles, only after hydration: the Content-Security-Policy refuses `style` in HTML. Until then the style sheet places the parts. */
function useStyle(style: CSSProperties | undefined): CSSProperties | undefined {
  const isHydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
  return isHydrated ? style : undefined
}

interface FrameProps {
  slider: ReturnType<typeof useSliderParts>[0]
  /** Label of each thumb, besides the slider's own. */
  thumbs: readonly (string | undefined)[]
  children?: ReactNode
}

function Frame({ slider: { state, track, groupProps, trackProps }, thumbs, children }: FrameProps) {
  const start = thumbs.length > 1 ? state.getThumbPercent(0) : 0
  const size = state.getThumbPercent(thumbs.length - 1) - start
  return (
    <div {...groupProps} className="slider">
      <div {...trackProps} style={useStyle(trackProps.style)} ref={track} className="slider-track">
        <div
          className="slider-fill"
          style={useStyle({ insetInlineStart: `${start * 100}%`, width: `${size * 100}%` })}
        />
        {thumbs.map((name, index) => (
          <Thumb
            key={index}
            index={index}
            label={name}
            isStart={index < thumbs.length - 1}
            state={state}
            track={track}
          />
        ))}
      </div>
      {children}
    </div>
  )
}

interface ThumbProps {
  index: number
  label: string | undefined
  isStart: boolean
  state: SliderState
  track: RefObject<HTMLDivElement | null>
}

/** The visually hidden input holds the value. */
function Thumb({ index, label, isStart, state, track }: ThumbProps) {
  const field = useRef<HTMLInputElement>(null)
  const { thumbProps, inputProps, isDragging } = useSliderThumb(
    { index, 'aria-label': label, trackRef: track, inputRef: field },
    state,
  )
  return (
    <div
      {...thumbProps}
      style={useStyle(thumbProps.style)}
      className={isStart ? 'slider-thumb slider-thumb-start' : 'slider-thumb'}
      data-dragging={isDragging || undefined}
    >
      <div>
        <input {...inputProps} ref={field} />
      </div>
    </div>
  )
}
