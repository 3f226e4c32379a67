import { atom, type ReadableAtom } from 'nanostores'
import { MAP } from '#contract/limits.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { Fits } from './fits.ts'
import type { Hover } from './map-stores.ts'
import type { Sections } from './sections.ts'

interface Deps {
  $zones: ReadableAtom<readonly ZoneOutline[]>
  zone(pk: number): ZoneOutline | undefined
  fits: Fits
  sections: Sections
}

/** The selected zone and the zone under the pointer (spec §2 "Map behaviour", §4). */
export function createSelection({ $zones, zone, fits, sections }: Deps) {
  const $selected = atom<number | null>(null)
  const $hover = atom<Hover>(null)
  const named = (pk: number): Hover => ({ pk, name: zone(pk)?.name ?? null })

  function zoom(pk: number) {
    const box = zone(pk)?.box
    if (box) fits.toBox(box, MAP.fitPadding.zone)
  }
  function select(pk: number) {
    if ($selected.get() === pk) return
    $selected.set(pk)
    sections.followSelection(true)
  }
  function deselect() {
    if ($selected.get() === null) return
    $selected.set(null)
    sections.followSelection(false)
  }

  // New zones may bring the name of the hovered zone, or lack the selected one.
  $zones.listen(() => {
    const hovered = $hover.get()
    if (hovered && zone(hovered.pk)?.name !== hovered.name) $hover.set(named(hovered.pk))
    const selected = $selected.get()
    if (selected !== null && !zone(selected)) deselect()
  })

  return {
    $selected,
    $hover,
    /** Selects the zone and zooms to it, or deselects it. */
    clickZone(pk: number) {
      if ($selected.get() === pk) return deselect()
      select(pk)
      zoom(pk)
    },
    /** From the address search and the zone list: never deselects. */
    zoomToZone(pk: number) {
      select(pk)
      zoom(pk)
    },
    hover(pk: number | null) {
      if (pk === ($hover.get()?.pk ?? null)) return
      $hover.set(pk === null ? null : named(pk))
    },
    /** For a stored or shared view: neither moves the map nor touches the sections. */
    selectOnly: (pk: number) => $selected.set(pk),
    select,
  }
}
