import { atom, type ReadableAtom } from 'nanostores'
import { MAP } from '#contract/limits.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import type { Fits } from './fits.ts'
import type { Hover } from './map-stores.ts'
import type { Sections } from './sections.ts'

interface Around {
  $zones: ReadableAtom<readonly ZoneOutline[]>
  zone(pk: number): ZoneOutline | undefined
  fits: Fits
  sections: Sections
}

/** The selected zone and the one under the pointer (spec §2 "Map behaviour", §4). */
export function createSelection({ $zones, zone, fits, sections }: Around) {
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
    sections.turnToZone(true)
  }
  function deselect() {
    if ($selected.get() === null) return
    $selected.set(null)
    sections.turnToZone(false)
  }

  // A name that was not known when the pointer came; a selected zone that the archive no longer has.
  $zones.listen(() => {
    const hovered = $hover.get()
    if (hovered && zone(hovered.pk)?.name !== hovered.name) $hover.set(named(hovered.pk))
    const selected = $selected.get()
    if (selected !== null && !zone(selected)) deselect()
  })

  return {
    $selected,
    $hover,
    clickZone(pk: number) {
      if ($selected.get() === pk) return deselect()
      select(pk)
      zoom(pk)
    },
    zoomToZone(pk: number) {
      select(pk)
      zoom(pk)
    },
    hover(pk: number | null) {
      if (pk === ($hover.get()?.pk ?? null)) return
      $hover.set(pk === null ? null : named(pk))
    },
    /** As a view that was kept or shared says: the map stays where that view has it. */
    take: (pk: number) => $selected.set(pk),
    select,
  }
}
