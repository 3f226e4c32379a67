import type { DraftPoint, Placing } from '#stores/review/maps/placing.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { metres, TEXT } from './messages.ts'

const number = (text: string) => (text.trim() === '' ? NaN : Number(text.replace(',', '.')))

/** The points as numbers, to read, correct and type. */
export function PointsTable({ placing }: { placing: Placing }) {
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
