import type { MapLayers } from '#contract/map-layers.ts'
import { mapPage } from './map-page.ts'
import { startMap, type MapOptions } from './start-map.ts'

/** The page's script, which comes before its islands (before-hydration.ts): the map needs no React, so it responds before that is there. */
const canvas = document.getElementById('map-canvas')!
const { layers, ...options } = JSON.parse(canvas.dataset.map!) as MapOptions & { layers: MapLayers }
try {
  startMap(canvas, mapPage(options.apiBase, layers), options)
} catch (problem) {
  document.documentElement.dataset.failed = ''
  throw problem
}
