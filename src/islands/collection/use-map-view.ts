import { useState, type MouseEvent, type PointerEvent } from 'react'
import { moveBy, viewBox, WHOLE_MAP, zoomBy, type MapView } from './map-view.ts'
import { MAP_SIZE } from './results-map.ts'

/** Pixels that a pointer may move within a click. */
const CLICK = 4
const STEP = 2

/** Zooming and moving of the small map: buttons, a double click, and dragging. */
export function useMapView() {
  const [view, setView] = useState<MapView>(WHOLE_MAP)
  const [drag, setDrag] = useState<{ x: number; y: number; moved: boolean } | null>(null)
  /** Where the pointer is, in units of the drawing. */
  const pointOf = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return {
      x: view.x + ((clientX - left) / width - 0.5) * (MAP_SIZE.width / view.zoom),
      y: view.y + ((clientY - top) / height - 0.5) * (MAP_SIZE.height / view.zoom),
    }
  }
  return {
    zoom: view.zoom,
    zoomIn: () => setView(zoomBy(view, STEP)),
    zoomOut: () => setView(zoomBy(view, 1 / STEP)),
    /** For the drawing. */
    picture: {
      viewBox: viewBox(view),
      'data-zoomed': view.zoom > 1 || undefined,
      onDoubleClick: (event: MouseEvent<SVGSVGElement>) => setView(zoomBy(view, STEP, pointOf(event))),
      onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => setDrag({ x, y, moved: false }),
      onPointerMove({ currentTarget, clientX: x, clientY: y, buttons }: PointerEvent<SVGSVGElement>) {
        if (!drag || buttons !== 1) return
        const [right, down] = [drag.x - x, drag.y - y]
        if (!drag.moved && Math.hypot(right, down) < CLICK) return
        const { width, height } = currentTarget.getBoundingClientRect()
        setView(moveBy(view, right / width, down / height))
        setDrag({ x, y, moved: true })
      },
      onPointerLeave: () => setDrag(null),
      /** A drag is no choice of a place. */
      onClickCapture(event: MouseEvent) {
        if (drag?.moved) event.stopPropagation()
        setDrag(null)
      },
    },
  }
}
