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
/** Lets the style sheet show that something is missing. */
const fail = () => void (document.documentElement.dataset.failed = '')
addEventListener('astro:hydration-error', fail)

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

/** Resolves when the whole page is there. */
const parsed = (): Promise<unknown> | undefined =>
  document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : undefined

/** Loads modules in one round trip. Resolves when all have arrived or failed, and at once in a browser that does not know `modulepreload`, which tells of neither. */
const preload = (names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/_astro/${name}` })
      document.head.append(link)
      if (link.relList.supports(link.rel)) await new Promise((resolve) => (link.onload = link.onerror = resolve))
    }),
  )
/** What the release has listed on islands (release/files/preload-modules.ts): modules, and what they import. */
const listed = (list: 'script' | 'modules') =>
  [...document.querySelectorAll<HTMLElement>(`astro-island[data-${list}]`)].map(({ dataset }) =>
    dataset[list]!.split(' '),
  )

await firstPictures()
await parsed()
// The page's own script is loaded before the islands' and runs while these load.
for (const names of listed('script')) {
  await preload(names)
  // Not `import()`: the bundler's helper for that would be one file more to wait for.
  const script = Object.assign(document.createElement('script'), { type: 'module', src: `/_astro/${names[0]}` })
  script.onerror = fail
  document.head.append(script)
}
for (const names of listed('modules')) void preload(names)
