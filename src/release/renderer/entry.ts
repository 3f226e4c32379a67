import { createApp } from 'astro/app/entrypoint'

/** Entry point of the pages' server build (astro.config.mjs): whole pages, not streams. */
export const app = createApp({ streaming: false })
