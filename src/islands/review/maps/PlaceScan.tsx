import { useEffect, useRef } from 'react'
import type { MapUpload } from '#contract/old-maps.ts'
import type { Way } from '#stores/review/maps/placing.ts'
import { FormField } from '../../widgets/FormField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { TEXT } from './messages.ts'
import type { OldMapsParts } from './old-maps-parts.ts'
import { PointsTable } from './PointsTable.tsx'
import { ScanView } from './ScanView.tsx'

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
