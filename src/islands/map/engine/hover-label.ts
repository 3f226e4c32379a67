import { MAP_LABEL } from '#contract/messages.ts'
import type { Hover, ZoneSource } from '#stores/map/map-stores.ts'
import { element as createElement } from '#islands/search/elements.ts'
import type { Size } from './fit-view.ts'

/** The text of the label (spec §2 "Map behaviour"). */
export function labelText(hover: Hover, source: ZoneSource): string {
  if (hover) return hover.name ?? MAP_LABEL.loading
  return source === 'loading' ? MAP_LABEL.loading : MAP_LABEL.hover
}

/** CSS pixels between the pointer and its label. */
const BESIDE = { x: 14, y: 18 }
const EDGE = 6

/** Top left corner of the label: below and right of the pointer, on the other side without room there, always inside the map. */
export function labelPlace(pointer: { x: number; y: number }, label: Size, view: Size): { x: number; y: number } {
  const beside = (at: number, gap: number, size: number, room: number) => {
    const after = at + gap
    const place = after + size + EDGE <= room ? after : at - gap - size
    return Math.max(EDGE, Math.min(place, room - size - EDGE))
  }
  return {
    x: beside(pointer.x, BESIDE.x, label.width, view.width),
    y: beside(pointer.y, BESIDE.y, label.height, view.height),
  }
}

/** The label on the map. Hidden from screen readers: the side bar announces the selection. */
export function createHoverLabel(element: HTMLElement) {
  const label = createElement('p', { class: 'map-hover-label', 'aria-hidden': 'true' })
  element.append(label)
  let pointer: { x: number; y: number } | null = null
  let size: Size | undefined

  function place(): void {
    if (pointer === null) {
      label.style.removeProperty('transform')
      return
    }
    size ??= { width: label.offsetWidth, height: label.offsetHeight }
    const { x, y } = labelPlace(pointer, size, { width: element.clientWidth, height: element.clientHeight })
    label.style.transform = `translate(${x}px, ${y}px)`
  }
  return {
    setText(text: string) {
      if (label.textContent === text) return
      label.textContent = text
      size = undefined
      place()
    },
    /** Moves it beside the pointer, in CSS pixels of the map; null: to its default place. */
    follow(next: { x: number; y: number } | null) {
      if ((pointer === null) !== (next === null)) size = undefined
      pointer = next
      place()
    },
  }
}
