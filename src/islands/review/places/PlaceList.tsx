import { useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { PlacesMap } from '#stores/review/places/places-map.ts'
import { ActionLink } from '../../widgets/ActionLink.tsx'
import { Button, StrongButton } from '../../widgets/Button.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import { LoadProblem } from '../../widgets/LoadProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Status } from '../../widgets/Status.tsx'
import { countOfPlaces, TEXT } from './messages.ts'
import { usePlaces } from './places-context.ts'

/** Rows at first, and with each press of the button. */
const ROWS = 100

/** All places, found by name, address or number. */
export function PlaceList() {
  const { places } = usePlaces()
  const { list } = places
  const source = useStore(list.$source)
  const search = useStore(list.$search)
  const found = useStore(list.$found)
  const isThere = source === 'api' || source === 'snapshot'
  const [rows, setRows] = useState(ROWS)
  return (
    <section aria-labelledby="places-count" aria-busy={source === 'loading'}>
      <div className="desk-queue-head row">
        <h2 id="places-count" tabIndex={-1}>
          {source === 'loading' ? 'Places' : countOfPlaces(found.length)}
        </h2>
        <StrongButton onClick={places.startNew}>New Place</StrongButton>
      </div>
      <TextField
        label="Search places"
        hint="A name, an address, or a number."
        type="search"
        autoComplete="off"
        value={search}
        onChange={(text) => {
          list.$search.set(text)
          setRows(ROWS)
        }}
      />
      {source === 'loading' && <Loading />}
      {(source === 'none' || source === 'away') && (
        <LoadProblem className="list-note" text={TEXT.failed} onRetry={list.load} />
      )}
      {isThere && found.length === 0 && <p className="list-note">{TEXT.none}</p>}
      <ul className="places-rows">
        {found.slice(0, rows).map((zone) => (
          <PlaceRow key={zone.pk} zone={zone} />
        ))}
      </ul>
      {found.length > rows && <Button onClick={() => setRows(rows + ROWS)}>Show More</Button>}
      <Status className="visually-hidden">{isThere && countOfPlaces(found.length)}</Status>
      <p>
        <a href={`${STAFF_ADDRESS.undo}?kind=locations`}>Undo an earlier join, split or removal</a>
      </p>
    </section>
  )
}

/** "No. 12 · 4 Mill Street". */
export const placeDetail = ({ pk, name, address, box }: ZoneOutline): string =>
  [`No. ${pk}`, address !== name && address, box === null && 'no outline'].filter(Boolean).join(' · ')

/** Shows on the map which place a row is about. */
export const hovering = (map: PlacesMap, pk: number) => {
  const [enter, leave] = [() => map.hover(pk), () => map.hover(null)]
  return { onPointerEnter: enter, onPointerLeave: leave, onFocus: enter, onBlur: leave }
}

function PlaceRow({ zone }: { zone: ZoneOutline }) {
  const { places, map } = usePlaces()
  return (
    <li>
      <ActionLink href={`?place=${zone.pk}`} act={() => void places.open(zone.pk)} {...hovering(map, zone.pk)}>
        <span className="desk-row-title">{zone.name}</span>
        <span className="meta">{placeDetail(zone)}</span>
      </ActionLink>
    </li>
  )
}
