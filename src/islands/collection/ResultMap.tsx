import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isAlone } from '#client/edition.ts'
import { unpackZones, type ZoneOutline, type ZonesFile } from '#rules/map/zone-outlines.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { ActionLink } from '../widgets/ActionLink.tsx'
import { CollectionIcon } from './CollectionIcon.tsx'
import { drawResultsMap, type MapPlace } from './results-map.ts'
import { useMapView } from './use-map-view.ts'
import { useCollection } from './page-context.ts'
import { MESSAGES, resultsText, withoutPlace } from './messages.ts'
import { formatNumber } from '#rules/names/record-names.ts'

/** Places listed beside the map at first. */
const MOST = 40

/** The results by place: zones coloured by their number of results, and a list of them. A click filters by the place, another one ends that. */
export function ResultMap() {
  const { stores } = useCollection()
  const found = useStore(stores.$places)
  const { count } = useStore(stores.$results)
  const { place: chosen } = useStore(stores.$filters)
  const zones = useZones()
  const [pointed, setPointed] = useState<number | null>(null)
  const [all, setAll] = useState(false)
  const map = useMemo(() => found && zones && drawResultsMap(found, zones === 'failed' ? [] : zones), [found, zones])
  const next = ({ id, name }: MapPlace) => (id === chosen?.id ? null : { id, name })
  const choose = (place: MapPlace) => stores.setPlace(next(place))
  const { picture, zoom, zoomIn, zoomOut } = useMapView()
  const label = useRef<HTMLParagraphElement>(null)
  const under = map?.places.find(({ id }) => id === pointed)
  const shown = map ? (all ? map.places : map.places.slice(0, MOST)) : []
  const placed = map?.places.reduce((sum, place) => sum + place.count, 0) ?? 0
  return (
    <div className="results-map" onPointerLeave={() => setPointed(null)}>
      <div
        className="results-map-picture"
        onPointerMove={({ currentTarget, clientX, clientY }) => {
          const { left, top } = currentTarget.getBoundingClientRect()
          if (label.current) label.current.style.translate = `${clientX - left}px ${clientY - top}px`
        }}
      >
        <svg
          {...picture}
          role="img"
          aria-label={
            map ? `Map: results in ${formatNumber(map.places.length)} places, all of them in the list` : 'Map: loading'
          }
        >
          {map && <path className="around" d={map.around} />}
          {map?.places.map((place) => (
            <path
              key={place.id}
              className={`place${place.id === pointed ? ' pointed' : ''}${place.id === chosen?.id ? ' chosen-place' : ''}`}
              data-level={place.level}
              d={place.path}
              onPointerEnter={() => setPointed(place.id)}
              onClick={() => choose(place)}
            />
          ))}
          {under && <path className="pointed-line" d={under.path} />}
        </svg>
        {under && (
          <p ref={label} className="results-map-label" aria-hidden="true">
            {`${under.name}: ${resultsText(under.count)}`}
          </p>
        )}
        <div className="map-buttons results-map-zoom">
          <button type="button" aria-label="Zoom in" onClick={zoomIn}>
            <CollectionIcon name="plus" />
          </button>
          <button type="button" aria-label="Zoom out" disabled={zoom === 1} onClick={zoomOut}>
            <CollectionIcon name="minus" />
          </button>
        </div>
        <p className="filter-note meta">{MESSAGES.mapHint}</p>
        {zones === 'failed' && <p className="filter-note meta">{MESSAGES.mapFailed}</p>}
        {found && stores.placesAreBuilt() && !isAlone && <p className="filter-note meta">{MESSAGES.placesBuilt}</p>}
        {map && count !== null && !chosen && count > placed && !stores.placesAreBuilt() && (
          <p className="filter-note meta">{placed === 0 ? MESSAGES.noPlaces : withoutPlace(count - placed)}</p>
        )}
      </div>
      {map && map.places.length > 0 && (
        <div className="results-map-places">
          <h3>Places</h3>
          <ul className="facets">
            {shown.map((place) => (
              <li
                key={place.id}
                data-pointed={place.id === pointed || undefined}
                onPointerEnter={() => setPointed(place.id)}
                onFocus={() => setPointed(place.id)}
              >
                <ActionLink
                  href={stores.hrefOf({ place: next(place) })}
                  aria-current={place.id === chosen?.id || undefined}
                  act={() => choose(place)}
                >
                  <span>{place.name}</span>
                  <span className="figures">{formatNumber(place.count)}</span>
                </ActionLink>
              </li>
            ))}
          </ul>
          {map.places.length > MOST && (
            <button type="button" className="more-facets" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Fewer places' : `All ${formatNumber(map.places.length)} places`}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** The outlines of the last build, loaded when the map is first shown; null while loading. */
function useZones(): readonly ZoneOutline[] | 'failed' | null {
  const { data } = useCollection()
  const [zones, setZones] = useState<readonly ZoneOutline[] | 'failed' | null>(null)
  useEffect(() => {
    let wanted = true
    data(MAP_DATA.zones).then(
      (file) => wanted && setZones(unpackZones(file as ZonesFile)),
      () => wanted && setZones('failed'),
    )
    return () => {
      wanted = false
    }
  }, [data])
  return zones
}
