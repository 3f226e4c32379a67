import type { createDeepZoom } from './deep-zoom.ts'

/** The event with which the OpenSeadragon bundle (islands/behaviours/zoom.ts) announces itself. */
export const ZOOM_READY = 'zoom-ready'

type CreateDeepZoom = typeof createDeepZoom
let ready: CreateDeepZoom | undefined
addEventListener(ZOOM_READY, (event) => {
  ready = (event as CustomEvent<CreateDeepZoom>).detail
})

/**
 * Loads OpenSeadragon when the first picture is opened, from the address in `data-zoom` of the script that loaded the viewer
 * (layouts/RecordLoader.astro, islands/records/ItemPopup.tsx).
 */
export async function fetchDeepZoom(): Promise<CreateDeepZoom> {
  const address = document.querySelector<HTMLElement>('[data-zoom]')?.dataset.zoom
  if (!ready && address) await import(/* @vite-ignore */ address)
  if (!ready) throw new Error('The viewer could not be loaded.')
  return ready
}
