import { type MouseEvent, type PointerEvent, useState } from 'react'
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

/** The part of the drawing that is shown: its centre in units of MAP_SIZE, and how often it is enlarged. */
interface MapView {
  x: number
  y: number
  zoom: number
}
export const WHOLE_MAP: MapView = { x: MAP_SIZE.width / 2, y: MAP_SIZE.height / 2, zoom: 1 }
const MOST_ZOOM = 16

/** Nothing beside the drawing is ever shown. */
function within({ x, y, zoom }: MapView): MapView {
  const clamp = (value: number, size: number) => Math.min(size - size / zoom / 2, Math.max(size / zoom / 2, value))
  return { x: clamp(x, MAP_SIZE.width), y: clamp(y, MAP_SIZE.height), zoom }
}

/** Enlarges around a point, which keeps its place in the picture. */
export function zoomBy(view: MapView, factor: number, point: { x: number; y: number } = view): MapView {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, view.zoom * factor))
  const left = view.zoom / zoom
  return within({ x: point.x + (view.x - point.x) * left, y: point.y + (view.y - point.y) * left, zoom })
}

/** Moves by a share of the picture's width and height. */
export const moveBy = (view: MapView, right: number, down: number): MapView =>
  within({
    ...view,
    x: view.x + (right * MAP_SIZE.width) / view.zoom,
    y: view.y + (down * MAP_SIZE.height) / view.zoom,
  })

export const viewBox = ({ x, y, zoom }: MapView): string => {
  const [width, height] = [MAP_SIZE.width / zoom, MAP_SIZE.height / zoom]
  return [x - width / 2, y - height / 2, width, height].join(' ')
}
