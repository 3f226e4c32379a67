import type { MapStores } from '#stores/map/map-stores.ts'
import { createSheet, type SheetControl } from './sheet-control.ts'

/** As map-sheet.css has it. */
const PHONE = '(max-width: 700px)'

interface Places {
  /** The map with its side bar. */
  home: HTMLElement
  side: HTMLElement
}

/** The bottom sheet on the page: its height goes to the style sheet, and `cover` hears how many pixels of the map it covers at rest. */
export function openSheet(stores: MapStores, { home, side }: Places, cover: (pixels: number) => void): SheetControl {
  const phone = matchMedia(PHONE)
  const sheet = createSheet(stores, {
    isPhone: () => phone.matches,
    room: () => home.clientHeight,
    head: () => side.querySelector<HTMLElement>('.sheet-head')?.offsetHeight ?? 0,
  })
  sheet.measure()
  const draw = () => {
    const [height, dragging] = [sheet.$height.get(), sheet.$dragging.get()]
    // What it shows when it is open is laid out before it moves, and stays as it is while it goes down.
    const open = dragging ? sheet.heights().full : Math.max(height ?? 0, sheet.heights().half)
    const lengths = { '--sheet': height, '--sheet-open': open, '--sheet-head': sheet.heights().collapsed }
    for (const [name, pixels] of Object.entries(lengths)) {
      if (height === null) side.style.removeProperty(name)
      else side.style.setProperty(name, `${pixels}px`)
    }
    // At full the sheet hides the map; what it shows behind is not worth moving for.
    if (!dragging && sheet.$detent.get() !== 'full') cover(height ?? 0)
  }
  sheet.$height.subscribe(draw)
  sheet.$dragging.listen(draw)
  // A zone that the map begins with is selected and shown in one go: its fit is heard of before the new height is.
  const unbind = stores.$fit.listen(draw)
  sheet.$detent.subscribe((detent) => (side.dataset.detent = detent))
  sheet.$dragging.subscribe((dragging) => side.toggleAttribute('data-dragging', dragging))
  phone.addEventListener('change', sheet.measure)
  const sizes = new ResizeObserver(sheet.measure)
  sizes.observe(home)
  return {
    ...sheet,
    stop() {
      unbind()
      sheet.stop()
      sizes.disconnect()
      phone.removeEventListener('change', sheet.measure)
    },
  }
}
