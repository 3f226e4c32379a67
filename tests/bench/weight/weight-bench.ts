import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { CHROMIUM_ARGS, ensureChromium } from '../../runner/chromium.ts'
import { pageWeight } from '../../budgets/page-weight.ts'
import { startDemoTown } from '../../e2e/setup/demo-town.ts'
import type { Figure } from '../figures.ts'

/**
 * One page of each kind that the issue names, each with pictures: a photograph, a person with a portrait and a family, a zone with many items, the
 * society itself. The demo town's ids are the same everywhere.
 */
const PAGES = {
  item: '/itemview/50/',
  person: '/person-overview/20/',
  zone: '/zone-overview/51/',
  organization: '/org-overview/1/',
}
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Bytes of HTML and CSS of an item page after brotli. */
const ITEM_PAGE = 12_000
/** Lighthouse's own advice against a busy moment: measure several times and take the middle. */
const RUNS = 3

/** Weights and Lighthouse (mobile) of the demo town, served as `npm start` serves it. */
export async function benchWeight(say: (line: string) => void): Promise<Figure[]> {
  say('Making the demo town …')
  const town = await startDemoTown()
  const chromePath = await ensureChromium()
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...CHROMIUM_ARGS] })
  try {
    const figures: Figure[] = []
    const weight = await pageWeight(town.baseUrl, PAGES.item)
    figures.push({
      name: 'Item page, HTML and CSS after brotli',
      value: weight.html + weight.css,
      unit: 'bytes',
      bound: { most: ITEM_PAGE },
      from: `${weight.html} of HTML, ${weight.css} of CSS`,
    })
    for (const [kind, where] of Object.entries(PAGES)) {
      say(`Lighthouse, mobile: ${kind} page …`)
      figures.push(...(await score(kind, town.baseUrl + where, chrome.port)))
    }
    return figures
  } finally {
    chrome.kill()
    await town.stop()
  }
}

async function score(kind: string, url: string, port: number): Promise<Figure[]> {
  const runs: Record<string, number>[] = []
  const failures = new Set<string>()
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...CATEGORIES] })
    const categories = result?.lhr.categories ?? {}
    runs.push(Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])))
    for (const { id, score: points, scoreDisplayMode } of Object.values(result?.lhr.audits ?? {}))
      if (scoreDisplayMode === 'binary' && points === 0) failures.add(id)
  }
  return CATEGORIES.map((name) => ({
    name: `Lighthouse ${name}, ${kind} page`,
    value: runs.map((run) => run[name]!).toSorted((a, b) => a - b)[RUNS >> 1]!,
    unit: 'points',
    bound: { least: 100 },
    from: `${runs.map((run) => run[name]).join(', ')}${failures.size > 0 ? `; refused: ${[...failures].join(', ')}` : ''}`,
  }))
}
