import { createGestures } from './gestures.ts'
import type { PointerKind } from './gestures.ts'
import { later } from './later.ts'

type Place = { x: number; y: number }

export interface PointerParts {
  /** The zone at a place in CSS pixels of the map. */
  zoneAt(place: Place): number | null
  click(pk: number): void
  overview(pk: number): void
  /** A mouse or pen is there, and over nothing when null. */
  hover(place: Place | null): void
}
export interface PointerInput {
  /** Where the mouse or pen is. */
  at(): Place | null
  stop(): void
}

const kindOf = (type: string): PointerKind => (type === 'touch' || type === 'pen' ? type : 'mouse')

/** Listens to pointers on the map and hands what they mean on. What happens on the map's own buttons is theirs. */
export function listenToPointers(element: HTMLElement, parts: PointerParts): PointerInput {
  let pointer: Place | null = null
  const ending = new AbortController()
  const gestures = createGestures<number | null>({
    later,
    click: (pk) => pk !== null && parts.click(pk),
    double: (pk) => pk !== null && parts.overview(pk),
    long: (pk) => pk !== null && parts.overview(pk),
  })
  const onControl = ({ target }: Event) => target instanceof Element && target.closest('.leaflet-control') !== null
  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left - element.clientLeft, y: clientY - top - element.clientTop }
  }
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    call: (event: HTMLElementEventMap[Name]) => void,
    target: Pick<HTMLElement, 'addEventListener'> = element,
  ) => target.addEventListener(name, call, { signal: ending.signal, passive: true })

  function hover(place: Place | null): void {
    pointer = place
    parts.hover(place)
  }
  listen('pointerdown', (event) => {
    if (onControl(event) || (event.pointerType === 'mouse' && event.button !== 0)) return
    const place = placeOf(event)
    const target = parts.zoneAt(place)
    gestures.press({ id: event.pointerId, kind: kindOf(event.pointerType), ...place, target })
  })
  listen('pointermove', (event) => {
    const place = placeOf(event)
    gestures.move({ id: event.pointerId, ...place })
    // A finger hovers over nothing, and what a drag passes over stays under the pointer.
    if (event.pointerType === 'touch') return
    if (onControl(event)) hover(null)
    else if (event.buttons === 0) hover(place)
    else pointer = place
  })
  listen('pointerleave', (event) => {
    if (event.pointerType !== 'touch') hover(null)
  })
  // On the window: a drag may end outside the map.
  listen('pointerup', ({ pointerId }) => gestures.release(pointerId), window as never)
  listen('pointercancel', ({ pointerId }) => gestures.cancel(pointerId), window as never)
  listen('dblclick', (event) => {
    if (!onControl(event)) gestures.browserDouble()
  })
  // A long press is the overview, not the browser's menu.
  element.addEventListener(
    'contextmenu',
    (event) => {
      if (event.pointerType === 'touch') event.preventDefault()
    },
    { signal: ending.signal },
  )
  return {
    at: () => pointer,
    stop() {
      ending.abort()
      gestures.stop()
    },
  }
}
