import OpenSeadragon from 'openseadragon'
import type { Command } from './keys.ts'
import type { Source } from './sources.ts'
import { isNear, isNearest, nearestPixelRatio, scaleOf, swipeOf } from './zoom.ts'

export interface DeepZoomOptions {
  /** True for a visitor who asked for less motion. */
  still: boolean
  /** The scale that the picture has or moves to; 1 is whole. */
  onScale(scale: number): void
  onSwipe(by: -1 | 1): void
}
export type DeepZoom = ReturnType<typeof createDeepZoom>

/** CSS pixels of a press of an arrow key. */
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
 * OpenSeadragon writes a style element for its outline, which the Content-Security-Policy refuses, unless the page has it. Ours is of no namespace and
 * therefore no style; viewer.css says the same.
 */
function keepItsStyleAway(): void {
  const mark = 'data-openseadragon-mobile-css'
  if (document.querySelector(`style[${mark}]`)) return
  const none = document.createElementNS(null, 'style')
  none.setAttribute(mark, '')
  document.head.append(none)
}

/** OpenSeadragon in an element that has its size: a picture that can be moved and come nearer, without any control of its own. */
export function createDeepZoom(place: HTMLElement, { still, onScale, onSwipe }: DeepZoomOptions) {
  const gestures = still ? { ...TOUCH, flickEnabled: false } : TOUCH
  keepItsStyleAway()
  const viewer = new OpenSeadragon.Viewer({
    element: place,
    // WebGL gains nothing for one picture, and decodes in a worker from a blob, which the Content-Security-Policy does not allow.
    drawer: ['canvas', 'html'],
    showNavigationControl: false,
    // Keys and focus belong to the dialog around it.
    keyboardNavEnabled: false,
    tabIndex: -1,
    animationTime: still ? 0 : 0.5,
    blendTime: 0,
    // Smoothing the seams of tiles draws them shifted by a part of a pixel, which leaves two rows at the edge of the window without a picture.
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
  const tell = () => viewer.world.getItemCount() > 0 && onScale(scale())
  /** The whole picture is another size when the window or the picture changes, or is turned; so is five times that. */
  function limit(): void {
    const picture = viewer.world.getItemAt(0)
    if (!picture) return
    const nearest = nearestPixelRatio(viewport.getHomeZoom(), viewport.getContainerSize().x, picture.getContentSize().x)
    viewport.setMaxZoomPixelRatio(nearest, true, true)
    tell()
  }
  for (const event of ['open', 'after-resize', 'rotate'] as const) viewer.addHandler(event, limit)
  for (const event of ['zoom', 'animation', 'animation-finish'] as const) viewer.addHandler(event, tell)

  // A double click brings the picture nearer; where it cannot come nearer, it is whole again.
  viewer.addHandler('canvas-double-click', (event) => {
    if (!isNearest(scale())) return
    event.preventDefaultAction = true
    viewport.goHome(still)
  })

  let went = { x: 0, y: 0 }
  viewer.addHandler('canvas-press', () => {
    went = { x: 0, y: 0 }
  })
  viewer.addHandler('canvas-drag', ({ delta }) => {
    went = { x: went.x + delta.x, y: went.y + delta.y }
  })
  viewer.addHandler('canvas-drag-end', ({ originalEvent }) => {
    const by = swipeOf(went.x, went.y)
    if (by !== 0 && !isNear(scale()) && (originalEvent as PointerEvent).pointerType === 'touch') onSwipe(by)
  })

  return {
    scale,
    /** Shows a picture, whole. Resolves when the first of it is there; rejects when nothing of it can be had, or it is called off. */
    open(source: Source, signal: AbortSignal): Promise<void> {
      const done = new AbortController()
      const opening = new Promise<void>((resolve, reject) => {
        const fail = () => reject(new Error('The picture could not be loaded.'))
        /** A tile of the picture before may be late. */
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
    /** Takes the picture away, before another comes. */
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
