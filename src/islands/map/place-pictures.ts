import type { Point } from 'leaflet'
import * as v from 'valibot'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { validRows } from '#stores/shared/rows.ts'
import type { MapPage } from './map-page.ts'

/** In view, from a zoom where lots are as large as they are, and pixels between the middles of two. */
const [MOST, FROM, APART] = [12, 15, 110]
const row = v.tuple([v.number(), v.string(), v.number(), v.number()])

/** A thumbnail on each of the places with the most pictures. Assistive technology has the places in other ways. */
export function showPlacePictures({ map, stores, data }: MapPage): void {
  if (!map) return
  const pane = map.createPane('pictures')
  pane.ariaHidden = 'true'
  const images = new Map<number, HTMLImageElement>()
  let rows: readonly v.InferOutput<typeof row>[] | undefined

  function draw(): void {
    // An old map is looked at as it is, and in a year the engine draws where its pictures are.
    const isCovered = Object.values(stores.$overlays.get()).some(({ visible, opacity }) => visible && opacity > 0)
    if (map!.getZoom() < FROM || isCovered || stores.$comparison.get() || stores.$look.get())
      return pane.replaceChildren()
    if (!rows) return void read()
    const boxes = new Map(stores.$zones.get().map(({ pk, box }) => [pk, box]))
    const taken: Point[] = []
    const size = map!.getSize()
    const shown = rows.flatMap(([pk, src, width, height]) => {
      const box = boxes.get(pk)
      if (!box || taken.length === MOST) return []
      const middle = { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 } as Point
      const at = map!.latLngToLayerPoint(map!.options.crs!.unproject(middle))
      const { x, y } = map!.layerPointToContainerPoint(at)
      if (x < 0 || y < 0 || x > size.x || y > size.y || taken.some((other) => other.distanceTo(at) < APART)) return []
      const made = { src, alt: '', className: 'leaflet-zoom-hide', onload: draw, onerror: draw }
      const image = images.get(pk) ?? Object.assign(new Image(width, height), made)
      images.set(pk, image)
      if (image.complete && image.naturalWidth === 0) return [] // Withdrawn: no broken box.
      taken.push(at)
      image.style.translate = `${at.x - width / 2}px ${at.y - height / 2}px`
      return image.complete ? [image] : []
    })
    pane.replaceChildren(...shown)
    makeRoom()
  }
  async function read(): Promise<void> {
    rows = []
    rows = validRows(row, await data(MAP_DATA.pictures).catch(() => []))
    draw()
  }
  /** A lot that is pointed at or selected shows its colour. */
  function makeRoom(): void {
    const bare = [stores.$hover.get()?.pk, stores.$selected.get()]
    for (const [pk, { style }] of images) style.visibility = bare.includes(pk) ? 'hidden' : ''
  }
  map.on('moveend viewreset resize', draw)
  for (const store of [stores.$hover, stores.$selected]) store.listen(makeRoom)
  for (const store of [stores.$zones, stores.$overlays, stores.$comparison, stores.$look]) store.listen(draw)
  draw()
}
