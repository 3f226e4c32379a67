import { atom } from 'nanostores'
import { MAP } from '#contract/limits.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import type { Geometry } from '#contract/location.ts'
import { boundingBox, boxAround, mercatorRings } from '#rules/map/geometry.ts'
import { createFits } from '../../map/fits.ts'
import type { Hover, LayerState, View } from '../../map/map-stores.ts'
import type { Places } from './places.ts'

interface SocietyView {
  centre: View['centre']
  zoom: number
  baseMaps: readonly { id: string }[]
}

/** The map beside the list: a click opens a zone, or adds it to those that are joined. While something is drawn, clicks draw. */
export function createPlacesMap(places: Places, { centre, zoom, baseMaps }: SocietyView) {
  const fits = createFits()
  const $view = atom<View>({ centre, zoom })
  const $selected = atom<number | null>(null)
  const $business = atom<readonly number[]>([])
  const $hover = atom<Hover>(null)
  const $drawing = atom(false)
  const $layers = atom<MapLayers | null>(null)
  const $overlays = atom<Readonly<Record<string, LayerState>>>({})
  /** The zone to show once its outline is known. */
  let awaited: number | null = null

  function fit() {
    const box = awaited === null ? undefined : places.list.zone(awaited)?.box
    if (!box) return
    awaited = null
    fits.toBox(box, MAP.fitPadding.wizard)
  }
  function choose(pk: number) {
    if ($drawing.get()) return
    const view = places.$view.get()
    if (view.is === 'join') places.join.toggle(pk)
    // A form with something typed in it is not left by a click.
    else if (view.is === 'list' || (view.is === 'zone' && !places.isUnsaved())) void places.open(pk)
  }
  function follow() {
    const view = places.$view.get()
    const zone = 'zone' in view ? view.zone : null
    const joining = places.join.$join.get()
    $business.set(joining ? joining.zones.filter((each) => each !== joining.stays) : [])
    $selected.set(joining ? joining.stays : zone)
    if (zone === null || view.is !== 'zone') return
    awaited = zone
    fit()
  }
  places.$view.subscribe(follow)
  places.join.$join.listen(follow)
  places.list.$zones.listen(fit)

  return {
    ...{ $view, $selected, $business, $hover, $drawing },
    $zones: places.list.$zones,
    $source: places.list.$source,
    $fit: fits.$fit,
    $layers,
    /** The old map that is shown above the base map, if any. */
    $overlays,
    showOverlay: (id: string, opacity: number) => $overlays.set(id === '' ? {} : { [id]: { visible: true, opacity } }),
    $baseMap: atom(baseMaps[0]?.id ?? ''),
    setView: (view: View) => $view.set(view),
    /** Zones are drawn without tiles too. */
    setProblem() {},
    hover(pk: number | null) {
      const zone = pk === null || $drawing.get() ? undefined : places.list.zone(pk)
      $hover.set(zone ? { pk: zone.pk, name: zone.name } : null)
    },
    clickZone: choose,
    openOverview: choose,
    /** Shows a zone without opening it. */
    reveal(pk: number) {
      awaited = pk
      fit()
    },
    /** From now on nothing but the person moves the map. `outline` is what is drawn on, if anything: shown now if its zone was to be shown later. */
    startDrawing(outline: Geometry | null) {
      if (awaited !== null && outline) {
        fits.toBox(boundingBox(mercatorRings(outline)), MAP.fitPadding.wizard)
      }
      awaited = null
      $drawing.set(true)
    },
    /** Shows several zones. */
    revealAll(pks: readonly number[]) {
      const boxes = pks.flatMap((pk) => {
        const box = places.list.zone(pk)?.box
        return box ? [box] : []
      })
      if (boxes.length > 0) fits.toBox(boxAround(boxes), MAP.fitPadding.wizard)
    },
  }
}
export type PlacesMap = ReturnType<typeof createPlacesMap>
