import OpenSeadragon from 'openseadragon'
import type { Command } from './keys.ts'
import { readHits } from './hits.ts'
import type { Source } from './sources.ts'
import { isNear, isNearest, nearestPixelRatio, scaleOf, swipeOf } from './zoom.ts'

interface DeepZoomOptions {
  /** True with reduced motion. */
  still: boolean
  /** The current or target scale; 1 is the whole picture. */
  onScale(scale: number): void
  onSwipe(by: -1 | 1): void
}
export type DeepZoom = ReturnType<typeof createDeepZoom>

/** CSS pixels per press of an arrow key. */
const STEP = 120
const ZOOM = 1.5
const PAN: Partial<Record<Command, [number, number]>> = {
  left: [-STEP, 0],
  right: [STEP, 0],
  up: [0, -STEP],
  down: [0, STEP],
}
const TOUCH = { pinchRotate: false, clickToZoom: false, dblClickToZoom: true }

/**
 * OpenSeadragon adds a style element unless it finds one with its mark, and the Content-Security-Policy would refuse it. This one has no namespace and
 * so no effect; viewer.css has its rule.
 */
function preventInjectedStyle(): void {
  const mark = 'data-openseadragon-mobile-css'
  if (document.querySelector(`style[${mark}]`)) return
  const none = document.createElementNS(null, 'style')
  none.setAttribute(mark, '')
  document.head.append(none)
}

/** OpenSeadragon in a sized element: a picture to pan and zoom, without controls. */
export function createDeepZoom(place: HTMLElement, { still, onScale, onSwipe }: DeepZoomOptions) {
  const gestures = still ? { ...TOUCH, flickEnabled: false } : TOUCH
  preventInjectedStyle()
  const viewer = new OpenSeadragon.Viewer({
    element: place,
    // WebGL is no faster for one picture, and its blob worker is forbidden by the Content-Security-Policy.
    drawer: ['canvas', 'html'],
    showNavigationControl: false,
    // The dialog handles keys and focus.
    keyboardNavEnabled: false,
    tabIndex: -1,
    animationTime: still ? 0 : 0.5,
    blendTime: 0,
    // Smoothing shifts tiles by part of a pixel, which leaves two empty rows at the edge.
    smoothTileEdgesMinZoom: Infinity,
    minZoomImageRatio: 1,
    visibilityRatio: 1,
    constrainDuringPan: true,
    zoomPerClick: 2,
    zoomPerScroll: 1.3,
    gestureSettingsMouse: { ...gestures, flickEnabled: false },
    gestureSettingsTouch: gestures,
    gestureSettingsPen: gestures,
    gestureSettingsUnknown: gestures,
  })
  const { viewport } = viewer

  const scale = () => scaleOf(viewport.getZoom(), viewport.getHomeZoom())
  const reportScale = () => viewer.world.getItemCount() > 0 && onScale(scale())
  /** The maximum zoom depends on the window, the picture and its rotation. */
  function setMaxZoom(): void {
    const picture = viewer.world.getItemAt(0)
    if (!picture) return
    const nearest = nearestPixelRatio(viewport.getHomeZoom(), viewport.getContainerSize().x, picture.getContentSize().x)
    viewport.setMaxZoomPixelRatio(nearest, true, true)
    reportScale()
  }
  for (const event of ['open', 'after-resize', 'rotate'] as const) viewer.addHandler(event, setMaxZoom)
  for (const event of ['zoom', 'animation', 'animation-finish'] as const) viewer.addHandler(event, reportScale)

  // A double click zooms in; at the maximum it shows the whole picture again.
  viewer.addHandler('canvas-double-click', (event) => {
    if (!isNearest(scale())) return
    event.preventDefaultAction = true
    viewport.goHome(still)
  })

  let dragged = { x: 0, y: 0 }
  viewer.addHandler('canvas-press', () => {
    dragged = { x: 0, y: 0 }
  })
  viewer.addHandler('canvas-drag', ({ delta }) => {
    dragged = { x: dragged.x + delta.x, y: dragged.y + delta.y }
  })
  viewer.addHandler('canvas-drag-end', ({ originalEvent }) => {
    const by = swipeOf(dragged.x, dragged.y)
    if (by !== 0 && !isNear(scale()) && (originalEvent as PointerEvent).pointerType === 'touch') onSwipe(by)
  })

  return {
    scale,
    /** Shows a whole picture. Resolves with its first tile; rejects when it cannot be loaded, or on abort. */
    open(source: Source, signal: AbortSignal): Promise<void> {
      const done = new AbortController()
      const opening = new Promise<void>((resolve, reject) => {
        const fail = () => reject(new Error('The picture could not be loaded.'))
        /** Ignores late tiles of the previous picture. */
        const ofThis = (act: () => void) => (event: object) => {
          if ('tiledImage' in event && event.tiledImage === viewer.world.getItemAt(0)) act()
        }
        const handlers = {
          'tile-loaded': ofThis(resolve),
          'tile-load-failed': ofThis(fail),
          'open-failed': fail,
        } as const
        for (const event of Object.keys(handlers) as (keyof typeof handlers)[]) {
          viewer.addHandler(event, handlers[event])
          done.signal.addEventListener('abort', () => viewer.removeHandler(event, handlers[event]))
        }
        signal.addEventListener('abort', fail, { signal: done.signal })
        viewport.setRotation(0, true)
        viewer.open({ tileSource: source })
      })
      return opening.finally(() => done.abort())
    },
    /** Lights up the words that the address searches for on the open picture, in its own pixels. */
    async light(full: string, signal: AbortSignal): Promise<void> {
      const hits = await readHits(full, new URL(location.href), signal)
      const picture = viewer.world.getItemAt(0)
      if (signal.aborted || !picture) return
      for (const [x, y, width, height] of hits) {
        const box = document.createElement('div')
        box.className = 'viewer-hit'
        Object.assign(box.style, { background: 'rgb(255 210 0 / 35%)', outline: '2px solid rgb(170 90 0)' })
        viewer.addOverlay({ element: box, location: picture.imageToViewportRectangle(x, y, width, height) })
      }
    },
    /** Removes the picture before the next one loads. */
    clear: () => void viewer.close(),
    act(command: Command): void {
      if (viewer.world.getItemCount() === 0) return
      const step = PAN[command]
      if (step) viewport.panBy(viewport.deltaPointsFromPixels(new OpenSeadragon.Point(...step)))
      else if (command === 'zoom-in') viewport.zoomBy(ZOOM)
      else if (command === 'zoom-out') viewport.zoomBy(1 / ZOOM)
      else if (command === 'whole') viewport.goHome(still)
      else if (command === 'turn') {
        viewport.rotateBy(90, undefined, still)
        viewport.goHome(still)
      }
      viewport.applyConstraints(still)
    },
    destroy: () => viewer.destroy(),
  }
}
