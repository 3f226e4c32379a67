import { createGestures, type PointerKind } from './gestures.ts'
import { schedule } from '#stores/shared/debounce.ts'

type Place = { x: number; y: number }

interface PointerHandlers {
  /** The zone at a place in CSS pixels of the map. */
  zoneAt(place: Place): number | null
  click(pk: number): void
  overview(pk: number): void
  /** A mouse or pen is here; null when it is over nothing. */
  hover(place: Place | null): void
}
const kindOf = (type: string): PointerKind => (type === 'touch' || type === 'pen' ? type : 'mouse')

/** Turns pointer events on the map into clicks, double clicks, long presses and hovering. Ignores the map's own buttons. */
export function listenToPointers(element: HTMLElement, handlers: PointerHandlers) {
  let pointer: Place | null = null
  const gestures = createGestures<number | null>({
    schedule,
    click: (pk) => pk !== null && handlers.click(pk),
    double: (pk) => pk !== null && handlers.overview(pk),
    long: (pk) => pk !== null && handlers.overview(pk),
  })
  const onControl = ({ target }: Event) => target instanceof Element && target.closest('.leaflet-control') !== null
  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left - element.clientLeft, y: clientY - top - element.clientTop }
  }
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    call: (event: HTMLElementEventMap[Name]) => void,
  ) => element.addEventListener(name, call, { passive: true })

  function hover(place: Place | null): void {
    pointer = place
    handlers.hover(place)
  }
  listen('pointerdown', (event) => {
    if (onControl(event) || (event.pointerType === 'mouse' && event.button !== 0)) return
    const place = placeOf(event)
    const target = handlers.zoneAt(place)
    gestures.press({ id: event.pointerId, kind: kindOf(event.pointerType), ...place, target })
  })
  listen('pointermove', (event) => {
    const place = placeOf(event)
    gestures.move({ id: event.pointerId, ...place })
    // A finger does not hover, and a drag keeps the hovered zone.
    if (event.pointerType === 'touch') return
    if (onControl(event)) hover(null)
    else if (event.buttons === 0) hover(place)
    else pointer = place
  })
  listen('pointerleave', (event) => {
    if (event.pointerType !== 'touch') hover(null)
  })
  // On the window: a drag may end outside the map.
  addEventListener('pointerup', ({ pointerId }) => gestures.release(pointerId))
  addEventListener('pointercancel', ({ pointerId }) => gestures.cancel(pointerId))
  listen('dblclick', (event) => {
    if (!onControl(event)) gestures.browserDouble()
  })
  // A long press opens the overview, not the browser's menu.
  element.addEventListener('contextmenu', (event) => {
    if (event.pointerType === 'touch') event.preventDefault()
  })
  return {
    /** Where the mouse or pen is. */
    at: () => pointer,
  }
}
