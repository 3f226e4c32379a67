import { atom } from 'nanostores'
import { MAP } from '#contract/limits.ts'
import { locationTag } from '#rules/wizard/draft-fields.ts'
import type { MapDeps } from '../map/deps.ts'
import { createFits } from '../map/fits.ts'
import type { Hover, LayerState, View } from '../map/map-stores.ts'
import { createZones } from '../map/zones.ts'
import type { Tag } from './draft.ts'

type Deps = Pick<MapDeps, 'client' | 'data' | 'schedule' | 'whenOnline' | 'society'>

/** A map on which a location is chosen (spec §2 "a map for clicking a location"): the town's zones on the first base map, the chosen one selected. */
export function createPlaceStores(deps: Deps) {
  const { centre, zoom, baseMaps } = deps.society
  const zones = createZones(deps)
  const fits = createFits()
  const $view = atom<View>({ centre, zoom })
  const $selected = atom<number | null>(null)
  const $hover = atom<Hover>(null)
  let isFitted = true
  let onChoose = (_location: Tag) => {}

  /** Shows the chosen zone once its outline is known. */
  function fit() {
    const box = zones.zone($selected.get() ?? 0)?.box
    if (isFitted || !box) return
    isFitted = true
    fits.toBox(box, MAP.fitPadding.wizard)
  }
  zones.$zones.listen(fit)
  function choose(pk: number) {
    const zone = zones.zone(pk)
    if (!zone) return
    const { name, address } = zone
    onChoose(locationTag(pk, name, address))
  }

  return {
    $view,
    $selected,
    $hover,
    $zones: zones.$zones,
    $source: zones.$source,
    $fit: fits.$fit,
    $business: atom<readonly number[]>([]),
    $overlays: atom<Readonly<Record<string, LayerState>>>({}),
    $baseMap: atom(baseMaps[0]?.id ?? ''),
    start: zones.start,
    setView: (view: View) => $view.set(view),
    /** Zones are drawn without tiles too. */
    setProblem() {},
    hover(pk: number | null) {
      $hover.set(pk === null ? null : { pk, name: zones.zone(pk)?.name ?? null })
    },
    clickZone: choose,
    openOverview: choose,
    /** What the draft has. */
    show(pk: number | null) {
      if ($selected.get() === pk) return
      $selected.set(pk)
      isFitted = false
      fit()
    },
    whenChosen(work: (location: Tag) => void) {
      onChoose = work
    },
  }
}
export type PlaceStores = ReturnType<typeof createPlaceStores>
