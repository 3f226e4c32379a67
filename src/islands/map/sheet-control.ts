import { atom, type ReadableAtom } from 'nanostores'
import type { MapStores } from '#stores/map/map-stores.ts'
import { draggedHeight, restingAt, sheetHeights, type Detent, type Heights } from './sheet.ts'

/** What the sheet needs to know of the page, in CSS pixels. */
export interface SheetPage {
  isPhone: () => boolean
  room: () => number
  head: () => number
}

export interface SheetControl {
  $detent: ReadableAtom<Detent>
  /** Pixels while it is a sheet; null where the side bar stands beside the map. */
  $height: ReadableAtom<number | null>
  $dragging: ReadableAtom<boolean>
  heights(): Heights
  show(detent: Detent): void
  /** A drag of so many pixels upwards since it began. */
  drag(moved: number): void
  release(speed: number): void
  /** The page has another size. */
  measure(): void
  stop(): void
}

/**
 * Holds the bottom sheet: it makes way when the map is asked to show something, and rises when there is something of a zone to see. It listens to
 * the stores before the engine does, so that the map knows how much of it is covered when it moves.
 */
export function createSheet(stores: Pick<MapStores, '$selected' | '$fit'>, page: SheetPage): SheetControl {
  const $detent = atom<Detent>('collapsed')
  const $height = atom<number | null>(null)
  const $dragging = atom(false)
  const heights = (): Heights => sheetHeights(page.room(), page.head())

  const measure = () => $height.set(page.isPhone() ? heights()[$detent.get()] : null)
  const show = (detent: Detent) => {
    $detent.set(detent)
    measure()
  }
  const makeWay = () => {
    if ($detent.get() === 'full') show('half')
  }
  const unbind = [
    stores.$selected.listen((pk) => {
      if (pk !== null && page.isPhone()) show('half')
    }),
    stores.$fit.listen(makeWay),
  ]
  return {
    $detent,
    $height,
    $dragging,
    heights,
    show,
    drag(moved) {
      const all = heights()
      $dragging.set(true)
      $height.set(draggedHeight(all[$detent.get()], moved, all))
    },
    release(speed) {
      const height = $height.get()
      $dragging.set(false)
      if (height !== null) show(restingAt(height, speed, heights()))
    },
    measure,
    stop: () => unbind.forEach((end) => end()),
  }
}
