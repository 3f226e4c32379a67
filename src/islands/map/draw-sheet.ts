import type { MapStores } from '#stores/map/map-stores.ts'
import type { SheetControl } from './sheet-control.ts'

/** Passes the height of the bottom sheet to the style sheet, and the pixels of the map that it covers at rest to `cover`. */
export function drawSheet(stores: MapStores, sheet: SheetControl, cover: (pixels: number) => void): void {
  const side = document.getElementById('map-side')!
  sheet.measure()
  const draw = () => {
    const [height, dragging] = [sheet.$height.get(), sheet.$dragging.get()]
    // The content is laid out at its open height before the sheet moves, and keeps that height while it closes.
    const open = dragging ? sheet.heights().full : Math.max(height ?? 0, sheet.heights().half)
    const lengths = { '--sheet': height, '--sheet-open': open, '--sheet-head': sheet.heights().collapsed }
    for (const [name, pixels] of Object.entries(lengths)) {
      if (height === null) side.style.removeProperty(name)
      else side.style.setProperty(name, `${pixels}px`)
    }
    // At full height the sheet hides the map: no need to move it.
    if (!dragging && sheet.$detent.get() !== 'full') cover(height ?? 0)
  }
  sheet.$height.subscribe(draw)
  sheet.$dragging.listen(draw)
  // An initial zone is selected and fitted at once, and the fit would arrive before the new height.
  stores.$fit.listen(draw)
  sheet.$detent.subscribe((detent) => (side.dataset.detent = detent))
  sheet.$dragging.subscribe((dragging) => side.toggleAttribute('data-dragging', dragging))
  // Also fires when the side bar moves between beside and below the map.
  new ResizeObserver(sheet.measure).observe(document.getElementById('map-home')!)
}
