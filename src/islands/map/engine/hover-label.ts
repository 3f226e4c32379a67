import { MAP_LABEL } from '#contract/messages.ts'
import type { Hover, ZoneSource } from '#stores/map/map-stores.ts'
import type { Size } from './fit-view.ts'

/** What the label says (spec §2 "Map behaviour"). */
export function labelText(hover: Hover, source: ZoneSource): string {
  if (hover) return hover.name ?? MAP_LABEL.loading
  return source === 'loading' ? MAP_LABEL.loading : MAP_LABEL.hover
}

/** CSS pixels between the pointer and its label. */
const BESIDE = { x: 14, y: 18 }
const EDGE = 6

/** Upper left corner of a label beside the pointer: below and right of it, on the other side where there is no room, never beyond the map's edge. */
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

export interface HoverLabel {
  say(text: string): void
  /** Beside the pointer, in CSS pixels of the map; null: at its resting place. */
  follow(pointer: { x: number; y: number } | null): void
  remove(): void
}

/** The label on the map. Hidden from screen readers: what they need is said beside the map. */
export function createHoverLabel(element: HTMLElement): HoverLabel {
  const label = document.createElement('p')
  label.className = 'map-hover-label'
  label.setAttribute('aria-hidden', 'true')
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
    say(text) {
      if (label.textContent === text) return
      label.textContent = text
      size = undefined
      place()
    },
    follow(next) {
      if ((pointer === null) !== (next === null)) size = undefined
      pointer = next
      place()
    },
    remove: () => label.remove(),
  }
}
