import { atom, type ReadableAtom } from 'nanostores'
import type { MapStores } from '#stores/map/map-stores.ts'
import { draggedHeight, restingAt, sheetHeights, type Detent, type Heights } from './sheet.ts'

/** Measurements of the page in CSS pixels. */
export interface SheetPage {
  isPhone: () => boolean
  room: () => number
  head: () => number
}

export interface SheetControl {
  $detent: ReadableAtom<Detent>
  /** Pixels; null when the side bar is beside the map. */
  $height: ReadableAtom<number | null>
  $dragging: ReadableAtom<boolean>
  heights(): Heights
  show(detent: Detent): void
  /** Pixels dragged upwards since the start. */
  drag(moved: number): void
  release(speed: number): void
  /** The page was resized. */
  measure(): void
}

/**
 * The bottom sheet: it lowers when the map should show something, and rises when a zone is selected. It subscribes to the stores before the engine does,
 * so that the map knows its covered area before it moves.
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
  stores.$selected.listen((pk) => {
    if (pk !== null && page.isPhone()) show('half')
  })
  stores.$fit.listen(() => {
    if ($detent.get() === 'full') show('half')
  })
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
  }
}
