import { atom, type ReadableAtom } from 'nanostores'
import type { MapStores } from '#stores/map/create-map-stores.ts'

/** The bottom sheet of a phone: its three resting heights (detents), and where a drag ends. Pixels. */
const DETENTS = ['collapsed', 'half', 'full'] as const
export type Detent = (typeof DETENTS)[number]
type Heights = Readonly<Record<Detent, number>>

/** Share of the room at half height. */
const HALF = 0.5
/** The strip of the map that stays visible at full height; `--sheet-strip` in map-live.css. */
const STRIP = 40
/** Pixels per millisecond above which a drag counts as a fling. */
const THROWN = 0.5

/** `room` is the height of the map, `collapsed` that of the sheet's head and of the opening pictures. In a low window (a phone in landscape) heights may coincide. */
export function sheetHeights(room: number, collapsed: number): Heights {
  const least = Math.min(collapsed, room)
  const full = Math.max(least, room - STRIP)
  return { collapsed: least, half: Math.min(full, Math.max(least, Math.round(room * HALF))), full }
}

export const raised = (detent: Detent): Detent => (detent === 'collapsed' ? 'half' : 'full')
export const lowered = (detent: Detent): Detent => (detent === 'full' ? 'half' : 'collapsed')

/** The height during a drag, clamped to the lowest and the highest detent. */
const draggedHeight = (from: number, moved: number, heights: Heights): number =>
  Math.max(heights.collapsed, Math.min(heights.full, from + moved))

/** The detent where a drag that ends at `height` settles; `speed` is upwards in pixels per millisecond. */
export function restingAt(height: number, speed: number, heights: Heights): Detent {
  if (speed > THROWN) return DETENTS.find((detent) => heights[detent] > height) ?? 'full'
  if (speed < -THROWN) return DETENTS.findLast((detent) => heights[detent] < height) ?? 'collapsed'
  return [...DETENTS].sort((a, b) => Math.abs(heights[a] - height) - Math.abs(heights[b] - height))[0]!
}

/** Measurements of the page in CSS pixels. */
interface SheetPage {
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
