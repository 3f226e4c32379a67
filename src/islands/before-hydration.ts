import type { StaticIsland } from './widgets/use-early-input.ts'

/**
 * Astro awaits this module before it loads the first island of a page (astro.config.mjs), so that island scripts do not compete with the page's first
 * pictures on a slow connection.
 */

/** Milliseconds to wait for the first pictures at most. */
const TIMEOUT = 2_500
const TOUCHES = ['pointerdown', 'keydown', 'focusin']

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('a, label, summary, input')) return
  const island = target.closest<StaticIsland>('astro-island[ssr]')
  if (island) island.pressed = target
})
addEventListener('astro:hydration-error', ({ target }) => {
  if (target instanceof Element) target.setAttribute('data-failed', '')
})

/** Resolves when the first pictures are painted; at once when the visitor interacts, or when the static page lacks what the address asks for. */
function firstPictures(): Promise<void> {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
  if (pictures.length === 0 || 'elsewhere' in document.documentElement.dataset) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => resolve()
    for (const touch of TOUCHES) addEventListener(touch, done, { once: true })
    setTimeout(done, TIMEOUT)
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() =>
      // After their first frame.
      requestAnimationFrame(() => setTimeout(done)),
    )
  })
}
await firstPictures()

// Preloads what the island's modules import, as listed by the release (release/files/preload-modules.ts), in one round trip.
for (const { dataset } of document.querySelectorAll<HTMLElement>('astro-island[data-modules]'))
  for (const name of dataset.modules!.split(' ')) {
    const link = { rel: 'modulepreload', href: `/_astro/${name}` }
    document.head.append(Object.assign(document.createElement('link'), link))
  }
