import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import type { Page } from 'playwright'
import { endpoints } from '#contract/endpoints.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../../runner/chromium.ts'
import { startServing } from '../api/serving.ts'
import { median, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { callTimes, sendWords, timeOf, watchChanges } from './change-watch.ts'

const SIZE = { items: 50_000, people: 3000, organizations: 600, zones: 1500 }
/** Issue 5: from a filter change to new results on screen, milliseconds. */
const MOST = 120
/** The first one is not measured: the page's code has run then, as it has for whoever changes a second filter. */
const ROUNDS = 9
/** As long as somebody looks at what was found before the next change, milliseconds. */
const LOOK = 300
/** Names, as people are looked for, and words that nearly every text of this archive holds: the most that a search can find. */
const WORDS = ['grenier', 'harbour', 'tremblay', 'mill', 'sutherland', 'church', 'okafor', 'bridge', 'doyle']

/** Links of a facet that are not chosen; `within` is its part of the page. */
const free = (page: Page, within: string) => page.locator(`${within} .facets a:not([aria-current])`)
const section = (label: string) => `section[aria-labelledby="${label}-label"]`

/** What a visitor does, in this order; what is chosen differs from round to round, so that hardly any answer is kept. */
const CHANGES: [kind: string, act: (page: Page, round: number) => Promise<void>][] = [
  [
    'decade',
    (page, round) =>
      free(page, section('time'))
        .nth(1 + round)
        .click(),
  ],
  [
    'type',
    (page, round) =>
      free(page, section('type'))
        .nth(round % 8)
        .click(),
  ],
  ['page', (page) => page.getByRole('button', { name: 'Next' }).click()],
  ['all', (page) => page.getByRole('button', { name: 'Clear all' }).click()],
  [
    'subject',
    (page, round) =>
      free(page, '.under-tags')
        .nth(round % 7)
        .click(),
  ],
  [
    'subject',
    (page, round) =>
      free(page, '.under-tags')
        .nth((round + 3) % 7)
        .click(),
  ],
  ['AND', (page) => page.getByRole('group', { name: 'Subject Tags' }).getByRole('radio', { name: 'AND' }).click()],
  ['all', (page) => page.getByRole('button', { name: 'Clear all' }).click()],
  ['words', (page, round) => sendWords(page, WORDS[round]!)],
  [
    'collection',
    (page, round) =>
      free(page, section('collection'))
        .nth(round % 7)
        .click(),
  ],
  ['layout', (page) => page.getByRole('radio', { name: 'Pictures' }).click()],
  ['layout', (page) => page.getByRole('radio', { name: 'List' }).click()],
  ['all', (page) => page.getByRole('button', { name: 'Clear all' }).click()],
]
/** Told, and not in the figure: the first is answered from what is kept, and the second asks for nothing. */
const BESIDES = ['all', 'layout']

/**
 * From a visitor's click to the frame that shows its results: the built collection page in Chromium, the real server, 50,000 items.
 * @param town data of a town that is built: its pages stand before the large archive.
 */
export async function benchChanges(town: string, say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  try {
    cpSync(path.join(town, 'site'), path.join(data, 'site'), { recursive: true, verbatimSymlinks: true })
    const serving = await startServing(data)
    try {
      say('Changes of filters …')
      return [figureOf(await measureChanges(serving.base))]
    } finally {
      await serving.stop()
    }
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Milliseconds of each kind of change, and of the calls for the counts beside the results. */
interface Measured {
  times: Map<string, number[]>
  facets: number[]
}

/** @param base where a large archive is served with a built site. */
async function measureChanges(base: string): Promise<Measured> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_ARGS })
  const times = new Map<string, number[]>()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await watchChanges(page)
    await page.goto(base + ADDRESS.collection)
    await page.getByText('By decade', { exact: true }).first().click()
    for (let round = 0; round < ROUNDS; round++) {
      for (const [kind, act] of CHANGES) {
        const took = await timeOf(page, () => act(page, round)).catch((cause: unknown) => {
          throw new Error(`No results after the change "${kind}" of round ${round}, at ${page.url()}`, { cause })
        })
        if (round > 0) times.set(kind, [...(times.get(kind) ?? []), took])
        await page.waitForTimeout(LOOK)
      }
    }
    return { times, facets: await callTimes(page, endpoints.itemFacets.path) }
  } finally {
    await browser.close()
  }
}

function figureOf({ times, facets }: Measured): Figure {
  const measured = [...times].flatMap(([kind, each]) => (BESIDES.includes(kind) ? [] : each))
  const each = [...times].map(([kind, some]) => `${kind} ${Math.round(median(some))}`)
  return {
    name: 'From a filter change to new results on screen, 50,000 items',
    value: median(measured),
    unit: 'ms',
    bound: { most: MOST },
    from: `${measured.length} changes (typing's pause is not counted); medians: ${each.join(', ')}; the call for counts beside them ${Math.round(median(facets))}`,
  }
}
