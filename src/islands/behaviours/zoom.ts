import { createDeepZoom } from './viewer/deep-zoom.ts'
import { ZOOM_READY } from './viewer/engine.ts'

// A separate bundle that announces itself with an event: in such bundles Astro drops dynamic imports, and Vite drops exports.
dispatchEvent(new CustomEvent(ZOOM_READY, { detail: createDeepZoom }))
