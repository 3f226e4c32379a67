import { atom } from 'nanostores'
import { createPause } from '../shared/waits.ts'
import type { MapStores, Section, View } from './map-stores.ts'
import type { MapParts } from './parts.ts'
import { recall, remember, type Remembered } from './remember.ts'
import { hasPlace, hasView, readView, seenMaps, startView, viewQuery, type AddressOf } from './view-address.ts'

/** Milliseconds after the last change before it is written down: browsers refuse an address that changes all the time. */
const WAIT = 300

/** How the map begins. */
export interface Beginning extends Omit<Remembered, 'open'> {
  view: View
  /** Neither the address nor an earlier look says where to look. */
  asAtTheStart: boolean
  open: Partial<Record<Section, boolean>>
  /** The map is asked to show the zone that is selected at the beginning: somebody named it, but no place. */
  zoomsToZone: boolean
  /** The sections are as somebody left them, with this zone selected. */
  sectionsStand: boolean
}

export const addressOf = ({ society, thisYear }: MapParts): AddressOf => ({ ...society, thisYear })

/** As the address says; without one that says anything, as the visitor left the map; otherwise as society.ts says. */
export function readBeginning(parts: MapParts): Beginning {
  const society = addressOf(parts)
  const params = parts.address.read()
  const kept = recall(parts.storage)
  const left = { open: given(kept?.open ?? {}), welcome: kept?.welcome ?? true }
  if (!hasView(params)) {
    const { view, base = null, overlays = {}, years = null, zone = null } = kept ?? {}
    const start = view ?? startView(society)
    const asAtTheStart = view == null
    const sectionsStand = kept?.open != null
    return { ...left, view: start, asAtTheStart, base, overlays, years, zone, zoomsToZone: false, sectionsStand }
  }
  const { view, base, maps, zone, years } = readView(params, society)
  return {
    ...left,
    view,
    asAtTheStart: !hasPlace(params),
    base,
    overlays: Object.fromEntries(
      society.overlays.map(({ id }) => [
        id,
        { visible: maps.has(id), opacity: maps.get(id) ?? kept?.overlays[id]?.opacity ?? 1 },
      ]),
    ),
    years,
    zone,
    zoomsToZone: !hasPlace(params),
    sectionsStand: zone !== null && zone === kept?.zone && kept.open !== null,
  }
}
const given = (open: Partial<Record<Section, boolean | undefined>>) =>
  Object.fromEntries(Object.entries(open).filter(([, each]) => each !== undefined)) as Partial<Record<Section, boolean>>

export type Kept = Pick<MapStores, '$view' | '$baseMap' | '$overlays' | '$years' | '$selected' | '$open' | '$welcome'>

/** Where the map looks now: what is no place on earth is passed over. */
export function createView(first: View) {
  const $view = atom<View>(first)
  return {
    $view,
    moved({ centre, zoom }: View) {
      if (![...centre, zoom].every(Number.isFinite)) return
      const now = $view.get()
      if (now.zoom !== zoom || now.centre[0] !== centre[0] || now.centre[1] !== centre[1]) $view.set({ centre, zoom })
    },
  }
}

/** Writes the view into the address, and beside it how the visitor leaves the map. `waiting` is a zone that shall be selected but is not there yet. */
export function createKeeper(parts: MapParts, stores: Kept, waiting: () => number | null) {
  const society = addressOf(parts)
  const pause = createPause(parts.later)
  const zone = () => stores.$selected.get() ?? waiting()
  const query = (others?: URLSearchParams) =>
    viewQuery(
      {
        view: stores.$view.get(),
        base: stores.$baseMap.get(),
        maps: seenMaps(stores.$overlays.get()),
        zone: zone(),
        years: stores.$years.get(),
      },
      society,
      others,
    )

  const writeAddress = () => parts.address.replace(query(parts.address.read()))
  function write() {
    writeAddress()
    const { centre, zoom } = stores.$view.get()
    remember(parts.storage, {
      view: { centre, zoom },
      base: stores.$baseMap.get(),
      overlays: { ...stores.$overlays.get() },
      years: { ...stores.$years.get() },
      zone: zone(),
      open: stores.$open.get(),
      welcome: stores.$welcome.get(),
    })
  }
  const changed = () => pause.after(WAIT, write)
  for (const $store of [
    stores.$view,
    stores.$baseMap,
    stores.$overlays,
    stores.$years,
    stores.$selected,
    stores.$open,
    stores.$welcome,
  ])
    $store.listen(changed)

  return {
    /** An address that says nothing of a view that was kept, or nonsense, says from now on what is seen. */
    start() {
      const said = parts.address.read()
      if (new URLSearchParams(query(said)).toString() !== said.toString()) pause.after(WAIT, writeAddress)
    },
    /** The view without anything else that the page's address may say. */
    query: () => query(),
    /** Writes at once what has changed: the visitor goes. */
    stop: pause.now,
  }
}
