import { phrasesOf } from '#rules/search-phrases.ts'
import type { Index, Pagefind } from './engine.ts'
import { openWorker } from './pagefind-worker.ts'

/** What Pagefind's browser module offers of which use is made here (Pagefind 1.6). */
interface Module {
  createInstance(options: Record<string, unknown>): Pagefind
}

/**
 * Loads the index's own program, which the build writes beside the index. Its worker is all that a search needs; the module, twice the script, is for a
 * browser in which no worker runs. Another address at each attempt: browsers remember failures.
 */
export async function loadPagefind(attempt: number, index: Index): Promise<Pagefind> {
  const { lang } = document.documentElement
  const language = index === 'phrases' ? phrasesOf(lang) : lang || 'unknown'
  if (attempt === 0 && typeof Worker !== 'undefined')
    return openWorker(new Worker('/pagefind/pagefind-worker.js'), language)
  const address = `/pagefind/pagefind.js${attempt === 0 ? '' : `?attempt=${attempt}`}`
  return openModule((await import(/* @vite-ignore */ address)) as Module, language)
}

/** An instance of the module, which takes its language from the page alone: for as long as that is asked, the page tells it the index. */
function openModule({ createInstance }: Module, language: string): Pagefind {
  let made: Pagefind | undefined
  return {
    async options(options) {
      const page = document.documentElement
      const { lang } = page
      page.lang = language
      try {
        made = createInstance(options)
      } finally {
        page.lang = lang
      }
    },
    search: (words) => made!.search(words),
    destroy: async () => made?.destroy(),
  }
}
