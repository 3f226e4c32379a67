import type { Pagefind } from './engine.ts'

/** Loads the index's own module, which the build writes beside the index. Another address at each attempt: browsers remember failures. */
export async function loadPagefind(attempt: number): Promise<Pagefind> {
  const address = `/pagefind/pagefind.js${attempt === 0 ? '' : `?attempt=${attempt}`}`
  return (await import(/* @vite-ignore */ address)) as Pagefind
}
