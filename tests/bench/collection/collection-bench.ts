import { itemAddress, ADDRESS } from '#rules/addresses/page-addresses.ts'
import { pageWeight, scriptsOf } from '../../budgets/page-weight.ts'
import { startDemoTown } from '../../e2e/setup/demo-town.ts'
import type { Figure } from '../figures.ts'
import { judge, pointFigures, withChromium } from '../lighthouse.ts'
import { benchChanges } from './changes-bench.ts'

/** What issue 5 holds finding and looking to. The item is a photograph of the demo town, whose ids are the same everywhere. */
const BOUNDS = { scripts: 115_000, performance: 97 } as const
const ITEM = itemAddress(50)

/** The collection page: how long a change takes at 50,000 items, its scripts, Lighthouse; and the item page, which has no script before its viewer. */
export async function benchCollection(say: (line: string) => void): Promise<Figure[]> {
  say('Making the demo town …')
  const town = await startDemoTown()
  try {
    const figures = await weights(town.baseUrl)
    say('Lighthouse, mobile: collection page …')
    const judged = await withChromium((port) => judge(town.baseUrl + ADDRESS.collection, port))
    figures.push(...pointFigures('collection', judged, BOUNDS.performance))
    return [...(await benchChanges(town.data, say)), ...figures]
  } finally {
    await town.stop()
  }
}

async function weights(baseUrl: string): Promise<Figure[]> {
  const scripts = await scriptsOf(baseUrl, ADDRESS.collection)
  const item = await pageWeight(baseUrl, ITEM)
  return [
    {
      name: 'Collection page, every script it can load, after brotli',
      value: [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
      unit: 'bytes',
      bound: { most: BOUNDS.scripts },
      from: [...scripts].map(([name, bytes]) => `${name.split('.')[0]} ${bytes}`).join(', '),
    },
    {
      name: 'Item page, scripts before the viewer is opened',
      value: item.scripts,
      unit: 'bytes',
      bound: { most: 0 },
      from: `${item.html} of HTML, in which ${item.inlineScript} of code wait for a click`,
    },
  ]
}
