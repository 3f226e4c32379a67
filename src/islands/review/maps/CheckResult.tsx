import { useEffect, useId, useRef, useState } from 'react'
import type { CheckedMap } from '#contract/old-maps.ts'
import { useStore } from '../../widgets/use-store.ts'
import { metres, TEXT } from './messages.ts'
import type { OldMapsParts } from './old-maps-parts.ts'

const START = 0.8

/** What the check found, and the placed scan over the map. */
export function CheckResult({ parts: { canvas, placing }, checked }: { parts: OldMapsParts; checked: CheckedMap }) {
  const id = useId()
  const way = useStore(placing.$way)
  const [opacity, setOpacity] = useState(START)
  const shown = useRef<CheckedMap>(undefined)
  useEffect(() => {
    canvas.showPreview(checked.preview, opacity)
    if (shown.current !== checked) void canvas.zoomTo(checked.bounds)
    shown.current = checked
  }, [canvas, checked, opacity])
  useEffect(() => () => canvas.showPreview(null, 0), [canvas])
  const { rms, points, notes, minimum_zoom, maximum_zoom } = checked
  return (
    <div className="maps-result">
      <p role="status">
        {rms === null
          ? 'The scan is placed. '
          : `${points.length} points, off by ${metres(rms)} on average (root mean square). `}
        Tiles are made for zoom {minimum_zoom} to {maximum_zoom}. The map above shows where the scan will lie.
      </p>
      {notes.map((note) => (
        <p key={note} className="field-hint">
          {note}
        </p>
      ))}
      <p className="buttons maps-opacity">
        <label htmlFor={id}>Opacity of the scan on the map</label>
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={opacity}
          onChange={({ currentTarget }) => setOpacity(Number(currentTarget.value))}
        />
      </p>
      {way === 'file' && points.length > 0 && (
        <details>
          <summary>{points.length} points</summary>
          <ol>
            {points.map(({ x, y, residual }, at) => (
              <li key={at}>
                Pixel {Math.round(x)}, {Math.round(y)}: {metres(residual)}
              </li>
            ))}
          </ol>
          <p className="field-hint">{TEXT.residuals}</p>
          <button type="button" className="small-button" onClick={placing.takeOver}>
            Correct These Points
          </button>
        </details>
      )}
    </div>
  )
}
