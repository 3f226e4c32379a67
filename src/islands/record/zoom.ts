import { createDeepZoom } from './viewer/deep-zoom.ts'
import { ZOOM_READY } from './viewer/engine.ts'

// A bundle of its own, as viewer.ts is one: Astro leaves out what such a bundle brings by `import()`, and Vite what it exports.
dispatchEvent(new CustomEvent(ZOOM_READY, { detail: createDeepZoom }))
