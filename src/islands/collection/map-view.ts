import { MAP_SIZE } from './results-map.ts'

/** The part of the drawing that is shown: its centre in units of MAP_SIZE, and how often it is enlarged. */
export interface MapView {
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
