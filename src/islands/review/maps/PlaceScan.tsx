import { useEffect, useRef } from 'react'
import type { MapUpload } from '#contract/old-maps.ts'
import type { DraftPoint, Placing, Way } from '#stores/review/maps/placing.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { FormField } from '../../widgets/FormField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { ScanView } from './ScanView.tsx'
import { metres, TEXT } from './messages.ts'
import type { OldMapsParts } from './old-maps-parts.ts'

const number = (text: string) => (text.trim() === '' ? NaN : Number(text.replace(',', '.')))

/** The points as numbers, to read, correct and type. */
function PointsTable({ placing }: { placing: Placing }) {
  const points = useStore(placing.$points)
  const checked = useStore(placing.$checked)
  const residuals = checked?.points.map(({ residual }) => residual) ?? []
  return (
    <div className="maps-points">
      {points.length > 0 && (
        <table>
          <caption className="visually-hidden">Control points</caption>
          <thead>
            <tr>
              <th scope="col">Point</th>
              <th scope="col">x (pixels)</th>
              <th scope="col">y (pixels)</th>
              <th scope="col">Longitude</th>
              <th scope="col">Latitude</th>
              <th scope="col">Off by</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {points.map((point, at) => (
              <PointRow key={point.key} placing={placing} point={point} at={at} residual={residuals[at]} />
            ))}
          </tbody>
        </table>
      )}
      <p className="buttons">
        <SmallButton onClick={placing.addPoint}>Type a Point</SmallButton>
      </p>
      {residuals.length > 0 && <p className="field-hint">{TEXT.residuals}</p>}
    </div>
  )
}

interface RowProps {
  placing: Placing
  point: DraftPoint
  at: number
  residual: number | undefined
}

function PointRow({ placing, point: { key, pixel, place }, at, residual }: RowProps) {
  const cell = (label: string, value: number | undefined, digits: number, set: (value: number) => void) => (
    <td data-label={label}>
      <input
        key={value}
        aria-label={`${label} of point ${at + 1}`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value === undefined || Number.isNaN(value) ? '' : Number(value.toFixed(digits))}
        onBlur={({ currentTarget }) => {
          const typed = number(currentTarget.value)
          if (!Number.isNaN(typed) && typed !== value) set(typed)
        }}
      />
    </td>
  )
  const pixelWith = (x: number, y: number) => placing.update(key, { pixel: [x, y] })
  const placeWith = (longitude: number, latitude: number) => placing.update(key, { place: [longitude, latitude] })
  return (
    <tr>
      <th scope="row">{at + 1}</th>
      {cell('x', pixel?.[0], 1, (x) => pixelWith(x, pixel?.[1] ?? 0))}
      {cell('y', pixel?.[1], 1, (y) => pixelWith(pixel?.[0] ?? 0, y))}
      {cell('Longitude', place?.[0], 6, (longitude) => placeWith(longitude, place?.[1] ?? 0))}
      {cell('Latitude', place?.[1], 6, (latitude) => placeWith(place?.[0] ?? 0, latitude))}
      <td data-label="Off by">{residual === undefined ? '' : metres(residual)}</td>
      <td>
        <SmallButton onClick={() => placing.removePoint(key)}>
          Remove<span className="visually-hidden"> point {at + 1}</span>
        </SmallButton>
      </td>
    </tr>
  )
}

const WAYS: Record<Way, string> = { click: 'Set points here', file: 'Use a file of points' }

/** The scan beside the map, and the points on both. */
export function PlaceScan({ parts, upload }: { parts: OldMapsParts; upload: MapUpload }) {
  const { placing } = parts
  const way = useStore(placing.$way)
  return (
    <>
      {upload.placed && <p>{TEXT.placed}</p>}
      <fieldset className="maps-ways">
        <legend>Control points</legend>
        {(['click', 'file'] as const).map((each) => (
          <label key={each} className="desk-check">
            <input type="radio" name="way" checked={way === each} onChange={() => placing.choose(each)} />
            {WAYS[each]}
          </label>
        ))}
      </fieldset>
      <div className="maps-pair">
        <ScanView placing={placing} upload={upload} />
        <MapBox parts={parts} />
      </div>
      {way === 'click' ? <PointsTable placing={placing} /> : <PointsText parts={parts} />}
    </>
  )
}

function MapBox({ parts: { canvas, placing } }: { parts: OldMapsParts }) {
  const host = useRef<HTMLDivElement>(null)
  const points = useStore(placing.$points)
  const next = useStore(placing.$next)
  const way = useStore(placing.$way)
  useEffect(() => canvas.mount(host.current!), [canvas])
  useEffect(
    () =>
      canvas.showPoints(
        way === 'file'
          ? []
          : points.flatMap(({ place, pixel }, at) =>
              place ? [{ name: String(at + 1), place, isOpen: pixel === null }] : [],
            ),
      ),
    [canvas, points, way],
  )
  return (
    <div className="maps-side" data-next={(way === 'click' && next === 'place') || undefined}>
      <p className="field-hint" role="status">
        {way === 'click' && (next === 'place' ? TEXT.map : 'The map of today.')}
        {way === 'file' && 'The map of today.'}
      </p>
      <div ref={host} className="maps-map" />
    </div>
  )
}

function PointsText({ parts: { placing } }: { parts: OldMapsParts }) {
  const text = useStore(placing.$text)
  const failure = useStore(placing.$failure)
  return (
    <div className="maps-add">
      <FormField label="File of points" hint={TEXT.wayFile}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".points,.csv,.txt,.json,.geojson,application/json,text/csv"
            onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(placing.write)}
          />
        )}
      </FormField>
      <FormField label="Or paste it here" error={failure?.fields?.['georeference'] && 'See below.'}>
        {(control) => (
          <textarea
            {...control}
            className="maps-text"
            rows={6}
            spellCheck={false}
            value={text}
            onChange={({ currentTarget }) => placing.write(currentTarget.value)}
          />
        )}
      </FormField>
    </div>
  )
}
