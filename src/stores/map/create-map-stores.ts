import { atom, type ReadableAtom } from 'nanostores'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import { createAddressSearch } from './addresses.ts'
import { createFits } from './fits.ts'
import { createHighlights } from './highlights.ts'
import { createLayers } from './layers.ts'
import type { MapStores, View } from './map-stores.ts'
import { createMedia } from './media.ts'
import { createOrganizationSearch } from './organizations.ts'
import { createOrganizationsFile } from './organizations-file.ts'
import type { MapParts } from './parts.ts'
import { createPopups } from './popups.ts'
import { createSections } from './sections.ts'
import { createSelection } from './selection.ts'
import { createKeeper, createView, readBeginning } from './view-keeper.ts'
import { createYears } from './years.ts'
import { zonesElsewhere } from './zones-elsewhere.ts'
import { createZones } from './zones.ts'

/** The map page's stores and actions, begun as the address or the visitor's last look says. Nothing is asked for before `start`. */
export function createMapStores(parts: MapParts): MapStores {
  const { client, later, society, thisYear } = parts
  const begin = readBeginning(parts)

  const zones = createZones(parts)
  const { $zones, $source, zone } = zones
  const isAway = () => $source.get() === 'away'
  const file = createOrganizationsFile(parts.data)
  const fits = createFits()
  const sections = createSections(begin.open)
  const layers = createLayers(society, begin)
  const years = createYears(thisYear, begin.years ?? undefined)
  const view = createView(begin.view)
  const $welcome = atom(begin.welcome)
  const selection = createSelection({ $zones, zone, fits, sections })
  const { $selected } = selection
  const media = createMedia({ ...parts, $selected, $years: years.$years, $source })
  const addresses = createAddressSearch({ $zones, $source, later })
  const organizations = createOrganizationSearch({ client, later, file, isAway })
  const highlights = createHighlights({ client, later, zones, fits, file, isAway })

  const first = selectFirst(begin.zone, {
    $source,
    $selected,
    isThere: (pk) => zone(pk) !== undefined,
    select(pk) {
      if (begin.sectionsStand) selection.take(pk)
      else if (begin.zoomsToZone) selection.zoomToZone(pk)
      else selection.select(pk)
    },
    forgotten: () => keeper.start(),
  })
  if (begin.asAtTheStart) turnToZones($zones, begin.view, fits.toView)
  const keeper = createKeeper(
    parts,
    { ...view, ...layers, ...years, $selected, $open: sections.$open, $welcome },
    first.waiting,
  )
  const popups = createPopups({ history: parts.history, leaveEntry: keeper.stop, enterEntry: keeper.start })

  return {
    ...zones,
    ...selection,
    ...view,
    ...layers,
    ...years,
    ...highlights,
    ...media,
    ...addresses,
    ...organizations,
    ...popups,
    $open: sections.$open,
    setOpen: sections.setOpen,
    $fit: fits.$fit,
    $welcome,
    closeWelcome: () => $welcome.set(false),
    shareQuery: keeper.query,
    keep: keeper.stop,
    start() {
      keeper.start()
      popups.listen()
      for (const each of [media, addresses, organizations]) each.start()
      return zones.start()
    },
    stop() {
      for (const each of [keeper, popups, zones, media, addresses, organizations]) each.stop()
    },
  }
}

/** Once, when the first zones are there: a map that nobody has turned anywhere does not open on empty ground. */
function turnToZones($zones: ReadableAtom<readonly ZoneOutline[]>, view: View, show: (view: View) => void) {
  const unbind = $zones.listen((zones) => {
    if (zones.length === 0) return
    unbind()
    const elsewhere = zonesElsewhere(view, zones)
    if (elsewhere) show(elsewhere)
  })
}

interface FirstAround {
  $source: ReadableAtom<string>
  $selected: ReadableAtom<number | null>
  isThere(pk: number): boolean
  select(pk: number): void
  forgotten(): void
}

/**
 * Selects the zone that the map begins with as soon as it is there; one that is not even in the API's answer is forgotten, and so is one
 * when the visitor selects another before.
 */
function selectFirst(pk: number | null, { $source, $selected, isThere, select, forgotten }: FirstAround) {
  let waiting = pk
  $selected.listen(() => (waiting = null))
  $source.listen((source) => {
    const wanted = waiting
    if (wanted === null) return
    if (isThere(wanted)) select(wanted)
    else if (source === 'api') {
      waiting = null
      forgotten()
    }
  })
  return { waiting: () => waiting }
}
