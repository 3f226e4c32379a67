import { useState } from 'react'
import { Button, SmallButton, StrongButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import type { JoinText } from '#stores/review/places/join.ts'
import { zoneFilter } from '#stores/review/places/places.ts'
import { nothingDoneText } from '../messages.ts'
import { countsText, TEXT } from './messages.ts'
import { PanelHead } from './PanelHead.tsx'
import { hovering, placeDetail } from './PlaceList.tsx'
import { usePlaces } from './places-context.ts'
import { NewPlace, YearField } from './NewPlace.tsx'

/** Suggestions at a time. */
const MOST = 8

/** Joins the open place with others: chosen on the map or from the list. */
export function JoinPanel() {
  const { places } = usePlaces()
  const join = useStore(places.join.$join)
  useStore(places.list.$zones)
  const view = useStore(places.$view)
  if (!join) return null
  const { zones, stays, links, values, errors, refusal, state } = join
  const isHistory = values.year.trim() !== ''
  const change = (field: JoinText) => (text: string) => places.join.change(field, text)
  const back = 'zone' in view ? () => void places.open(view.zone) : places.showList
  const nameOf = (pk: number) => places.list.zone(pk)?.name ?? `No. ${pk}`
  return (
    <section>
      <PanelHead title="Join places" back={back} />
      <div className="places-form">
        <p>Choose the places that become one: click them on the map, or look for them here.</p>
        <AddPlace />
        <YearField {...{ values, errors, change }} hint={TEXT.joinYear} />
        <fieldset>
          <legend>{isHistory ? 'These places end' : 'Which one stays?'}</legend>
          <ul>
            {zones.map((pk) => (
              <li key={pk} className="row">
                <label className="desk-check">
                  {!isHistory && (
                    <input type="radio" name="stays" checked={pk === stays} onChange={() => places.join.keep(pk)} />
                  )}
                  <span>
                    {nameOf(pk)}
                    <span className="meta">
                      {' '}
                      · No. {pk} · {links.has(pk) ? countsText(links.get(pk)!) : '…'}
                    </span>
                  </span>
                </label>
                {zones.length > 1 && (
                  <SmallButton aria-label={`Leave out ${nameOf(pk)}`} onClick={() => places.join.toggle(pk)}>
                    Leave Out
                  </SmallButton>
                )}
              </li>
            ))}
          </ul>
        </fieldset>
        {isHistory && (
          <NewPlace
            {...{ values, errors, change }}
            title="The new place"
            fields={[['name', 'Name'], ['address', 'Address']]} // prettier-ignore
          />
        )}
        <p role="status">
          {zones.length > 1 &&
            (isHistory
              ? 'Everything that belongs to these places stays with them.'
              : `Everything that belongs to the others will belong to “${nameOf(stays)}”.`)}
        </p>
        <p className="field-hint">{isHistory ? TEXT.yearUndo : TEXT.joinUndo}</p>
        <FormError text={refusal && nothingDoneText(refusal)} />
        <div className="buttons">
          <StrongButton aria-disabled={zones.length < 2 || state === 'sending'} onClick={() => void places.join.send()}>
            {zones.length > 1 ? `Join ${zones.length} Places` : 'Join'}
          </StrongButton>
          <Button onClick={back}>Cancel</Button>
        </div>
      </div>
    </section>
  )
}

/** Finds a place by name, address or number, and adds it. */
function AddPlace() {
  const { places, map } = usePlaces()
  const [search, setSearch] = useState('')
  const chosen = places.join.$join.get()!.zones
  const isEmpty = search.trim() === ''
  const others = places.list.$zones.get().filter(({ pk }) => !chosen.includes(pk))
  const found = isEmpty ? [] : others.filter(zoneFilter(search)).slice(0, MOST)
  return (
    <div>
      <TextField
        label="Another place"
        hint="A name, an address, or a number."
        type="search"
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      <ul className="places-rows">
        {found.map((zone) => (
          <li key={zone.pk}>
            <button
              type="button"
              {...hovering(map, zone.pk)}
              onClick={() => {
                places.join.toggle(zone.pk)
                map.revealAll([...chosen, zone.pk])
                map.hover(null)
                setSearch('')
              }}
            >
              <span className="desk-row-title">{zone.name}</span>
              <span className="meta">{placeDetail(zone)}</span>
            </button>
          </li>
        ))}
      </ul>
      {!isEmpty && found.length === 0 && <p className="field-hint">{TEXT.none}</p>}
    </div>
  )
}
