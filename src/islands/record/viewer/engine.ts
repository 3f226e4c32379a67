import type { createDeepZoom } from './deep-zoom.ts'

/** The event by which the bundle of OpenSeadragon (islands/record/zoom.ts) hands itself over. */
export const ZOOM_READY = 'zoom-ready'

type CreateDeepZoom = typeof createDeepZoom
let ready: CreateDeepZoom | undefined
addEventListener(ZOOM_READY, (event) => {
  ready = (event as CustomEvent<CreateDeepZoom>).detail
})

/**
 * OpenSeadragon, fetched when the first picture is opened; an element of the page says from where
 * (components/record/RecordLoader.astro, islands/item/ItemPopup.tsx). Rejects when it cannot be had.
 */
export async function fetchDeepZoom(): Promise<CreateDeepZoom> {
  const address = document.querySelector<HTMLElement>('[data-zoom]')?.dataset.zoom
  if (!ready && address) await import(/* @vite-ignore */ address)
  if (!ready) throw new Error('The viewer could not be loaded.')
  return ready
}
