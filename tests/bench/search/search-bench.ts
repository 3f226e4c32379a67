import { rmSync } from 'node:fs'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, ensureChromium } from '../../runner/chromium.ts'
import { startServing } from '../api/serving.ts'
import { build, memoryFigure } from '../build/build-bench.ts'
import type { Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { startCounting, type Sent } from './counting-proxy.ts'

/** About 5,000 and 55,000 pages, and the bytes that the first search of a visitor may take of each from the index of the last build (issue 29). */
const ARCHIVES = [
  { pages: 5_000, size: { items: 4_000, people: 500, organizations: 100, zones: 200 }, most: 200_000 },
  {
    pages: 55_000,
    size: { items: 50_000, people: 6_000, organizations: 800, zones: 1_500 },
    most: 700_000,
  },
]
/** The most frequent word, one of fewer records, two words, the two most frequent ones, and the beginning of words. */
const TYPED = ['harbour', 'lighthouse', 'church bridge', 'harbour mill', 'harb']
/** The same from the API. */
const BY_API = 12_000
/** MiB that the build of such an archive may take. */
const MOST_MEMORY = 2048
/** Milliseconds from key to key: a practised hand. */
const BETWEEN_KEYS = 80

/**
 * What a visitor's first search in the header's box loads, until results stand there with their texts: bodies as they are sent, of everything that
 * Pagefind asks for. The box's own script and pictures of what was found are not counted.
 */
export async function benchSearch(say: (line: string) => void): Promise<Figure[]> {
  const executablePath = await ensureChromium()
  const figures: Figure[] = []
  for (const { pages, size, most } of ARCHIVES) {
    say(`Making and building an archive of about ${pages.toLocaleString('en')} pages …`)
    const data = await makeLargeArchive(size)
    try {
      const { peak } = await build(data)
      if (peak)
        figures.push(memoryFigure(`Memory of the build, ${pages.toLocaleString('en')} pages`, peak, MOST_MEMORY))
      const serving = await startServing(data)
      try {
        for (const words of TYPED) {
          const index = await firstSearch(serving.base, words, executablePath, 'away')
          figures.push(figure(pages, words, most, index))
          const live = await firstSearch(serving.base, words, executablePath)
          figures.push(figure(pages, `${words}, by the API`, BY_API, live))
        }
      } finally {
        await serving.stop()
      }
    } finally {
      rmSync(data, { recursive: true, force: true, maxRetries: 10 })
    }
  }
  return figures
}

/** Everything of the search index, and of the API's search, that a new visitor's browser asks for. */
async function firstSearch(base: string, words: string, executablePath: string, api?: 'away'): Promise<Sent[]> {
  const counting = await startCounting(base)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  try {
    const page = await browser.newPage()
    if (api === 'away') await page.route('**/api/search/**', (route) => route.abort())
    await page.goto(`${counting.address}/register/`)
    const banner = page.getByRole('banner')
    await banner.getByLabel('Search the archive').focus()
    await banner.getByRole('combobox').waitFor()
    await page.keyboard.type(words, { delay: BETWEEN_KEYS })
    await page.getByRole('listbox').getByRole('option').nth(1).waitFor()
    await page.waitForLoadState('networkidle')
    return counting.take().filter(({ path }) => /^\/(?:pagefind|api\/search)\//.test(path))
  } finally {
    await browser.close()
    counting.close()
  }
}

function figure(pages: number, words: string, most: number, sent: readonly Sent[]): Figure {
  const part = (name: string, pattern: RegExp) => {
    const some = sent.filter(({ path }) => pattern.test(path))
    return `${name} ${some.reduce((sum, { bytes }) => sum + bytes, 0)} in ${some.length}`
  }
  return {
    name: `First search, ${pages.toLocaleString('en')} pages: “${words}”`,
    value: sent.reduce((sum, { bytes }) => sum + bytes, 0),
    unit: 'bytes',
    bound: { most },
    from: [
      part('scripts', /\.js/),
      part('program', /wasm\./),
      part('pages', /pf_meta/),
      part('words', /pf_index/),
      part('filters', /pf_filter/),
      part('records', /pf_fragment/),
      part('API', /^\/api/),
    ].join(', '),
  }
}
