import { pageWeight } from '../../budgets/page-weight.ts'
import { startDemoTown } from '../../e2e/setup/demo-town.ts'
import type { Figure } from '../figures.ts'
import { judge, pointFigures, withChromium } from '../lighthouse.ts'

/**
 * One page of each kind that the issue names, each with pictures: a photograph, a person with a portrait and a family, a zone with many items, the
 * society itself. The demo town's ids are the same everywhere.
 */
const PAGES = {
  item: '/itemview/50/',
  person: '/person-overview/20/',
  zone: '/zone-overview/51/',
  organization: '/org-overview/1/',
  story: '/stories/1/',
}
/** Bytes of HTML and CSS of an item page after brotli. */
const ITEM_PAGE = 13_000
/** Weights and Lighthouse (mobile) of the demo town, served as `npm start` serves it. */
export async function benchWeight(say: (line: string) => void): Promise<Figure[]> {
  say('Making the demo town …')
  const town = await startDemoTown()
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
    await withChromium(async (port) => {
      for (const [kind, where] of Object.entries(PAGES)) {
        say(`Lighthouse, mobile: ${kind} page …`)
        figures.push(...pointFigures(kind, await judge(town.baseUrl + where, port), 100))
      }
    })
    return figures
  } finally {
    await town.stop()
  }
}
