import { useEffect, useMemo, useRef, useState } from 'react'
import type { Geometry } from '#contract/location.ts'
import type { SocietySettings } from '#contract/settings.ts'
import { findAddresses, indexAddresses } from '#rules/map/address-search.ts'
import { readCoordinates } from '#rules/map/coordinates-text.ts'
import { boundingBox, fromMercator, mercatorRings } from '#rules/map/geometry.ts'
import { zoneName } from '#rules/names/record-names.ts'
import { SETTING_LABELS } from '#rules/settings/setting-texts.ts'
import type { SettingsStore } from '#stores/review/settings/settings.ts'
import { Field } from '../../account/Field.tsx'
import { SmallButton } from '../../widgets/Button.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Status } from '../../widgets/Status.tsx'
import { TEXT } from './messages.ts'
import { createSettingsMap, type Place, type SettingsMap } from './settings-map.ts'

interface Props {
  store: SettingsStore
  settings: SocietySettings
  errors: Readonly<Record<string, string>>
  /** The fields have other values. */
  onChange: () => void
}
const NAMES = ['latitude', 'longitude', 'zoom'] as const
/** How many places a search shows. */
const SHOWN = 6

const textOf = ({ latitude, longitude, zoom }: Place) => ({
  latitude: latitude.toFixed(5),
  longitude: longitude.toFixed(5),
  zoom: String(Math.round(zoom)),
})

/** Where the map opens: by the map, by the name of a place, or typed. */
export function PlaceFields({ store, settings, errors, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const map = useRef<SettingsMap>(null)
  const zones = useStore(store.$zones)
  const [typed, setTyped] = useState<Record<(typeof NAMES)[number], string>>(() => ({
    latitude: String(settings.latitude),
    longitude: String(settings.longitude),
    zoom: String(settings.zoom),
  }))
  const [start] = useState(settings)
  useEffect(() => {
    const made = createSettingsMap(host.current!, start, (place) => setTyped(textOf(place)))
    map.current = made
    return () => made.remove()
  }, [start])
  useEffect(() => map.current?.showZones(zones), [zones])
  useEffect(onChange, [typed, onChange])

  function type(name: (typeof NAMES)[number], text: string) {
    const now = { ...typed, [name]: text }
    setTyped(now)
    const [latitude, longitude, zoom] = NAMES.map((each) => (now[each].trim() === '' ? NaN : Number(now[each])))
    const isPlace = Math.abs(latitude!) <= 85 && Math.abs(longitude!) <= 180 && zoom! >= 2 && zoom! <= 19
    if (isPlace) map.current?.show({ latitude: latitude!, longitude: longitude!, zoom: zoom! })
  }
  function goTo(place: Place) {
    setTyped(textOf(place))
    map.current?.show(place)
  }
  return (
    <div className="settings-place">
      <div className="settings-map">
        <div ref={host} className="map-engine" role="application" aria-label={TEXT.mapLabel} />
        <p className="map-buttons settings-zoom">
          <button type="button" aria-label="Zoom in" onClick={() => map.current?.zoomBy(1)}>
            +
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => map.current?.zoomBy(-1)}>
            −
          </button>
        </p>
      </div>
      <div className="settings-degrees">
        <PlaceSearch store={store} onChoose={goTo} zoom={Number(typed.zoom) || settings.zoom} />
        {NAMES.map((name) => (
          <Field
            key={name}
            label={SETTING_LABELS[name]}
            name={name}
            required={false}
            inputMode="decimal"
            autoComplete="off"
            value={typed[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => type(name, currentTarget.value)}
          />
        ))}
      </div>
    </div>
  )
}

/** A place by its name in the archive, by coordinates, or by the address of another map; choosing one moves the map there. */
function PlaceSearch({
  store,
  zoom,
  onChoose,
}: {
  store: SettingsStore
  zoom: number
  onChoose: (place: Place) => void
}) {
  const zones = useStore(store.$zones)
  const index = useMemo(
    () => indexAddresses(zones.flatMap(({ geometry, properties }) => (geometry ? [{ ...properties, geometry }] : []))),
    [zones],
  )
  const [words, setWords] = useState('')
  const isSearched = words.trim().length > 1
  const typed = readCoordinates(words)
  const found = typed
    ? [{ key: 0, name: TEXT.goTo(typed), place: { zoom, ...typed } }]
    : (isSearched ? findAddresses(index, words).slice(0, SHOWN) : []).map((zone) => ({
        ...{ key: zone.pk, name: zoneName(zone) },
        place: { zoom, ...middleOf(zone.geometry) },
      }))
  return (
    <div className="settings-find">
      <Field
        label={TEXT.find}
        hint={TEXT.findHint}
        type="search"
        required={false}
        autoComplete="off"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (found[0]) onChoose(found[0].place)
        }}
      />
      <Status className="meta">{isSearched && found.length === 0 && TEXT.notFound}</Status>
      <ul aria-label={TEXT.find}>
        {found.map(({ key, name, place }) => (
          <li key={key}>
            <SmallButton onClick={() => onChoose(place)}>{name}</SmallButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

function middleOf(geometry: Geometry) {
  const [west, south, east, north] = boundingBox(mercatorRings(geometry))
  const [longitude, latitude] = fromMercator([(west + east) / 2, (south + north) / 2])
  return { latitude, longitude }
}
