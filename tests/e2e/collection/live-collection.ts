import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { Item } from '#contract/item.ts'
import { resultsText } from '#islands/collection/messages.ts'
import type { Look, Site } from '../browser/site.ts'

/** Items that journeys publish or withdraw while another one looks; a filter leaves out more. */
const ABOUT = 50

/** The hydrated collection page with results. */
export interface LiveCollection {
  page: Page
  /** "Refine Your Search" where the window has room for two columns. */
  refine: Locator
  results: Locator
  /** Waits until so many results show. */
  untilCount(count: number): Promise<void>
  /** Waits until all items show: about as many as the API counts, since other journeys publish and withdraw some meanwhile. */
  untilAll(): Promise<void>
  /** Titles of the results that are shown. */
  headings(): Promise<string[]>
  address(): URLSearchParams
}

export async function openCollection(site: Site, query = '', look: Look = {}): Promise<LiveCollection> {
  const page = await site.open(`/collection/${query && `?${query}`}`, look)
  await untilShown(page)
  return liveCollection(page)
}

/** Waits until the page is hydrated and shows an answer. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator('#collection-live[data-live] [data-results][aria-busy=false]').waitFor({ state: 'attached' })
}

export function liveCollection(page: Page): LiveCollection {
  const results = page.getByRole('region', { name: 'Results' })
  return {
    page,
    results,
    refine: page.getByRole('region', { name: 'Refine Your Search' }),
    async untilCount(count) {
      await results.getByRole('heading', { level: 2, name: resultsText(count), exact: true }).waitFor()
      await results.locator('[aria-busy=false]').waitFor({ state: 'attached' })
    },
    async untilAll() {
      const answer = await fetch(new URL('/api/items/?visibility=published&page_size=1', page.url()))
      const { count } = (await answer.json()) as { count: number }
      const shown = async () => {
        const heading = await results.getByRole('heading', { level: 2, name: /^[\d,]+ results$/ }).innerText()
        return Number(heading.replace(/\D/g, ''))
      }
      await expect.poll(async () => Math.abs((await shown()) - count)).toBeLessThan(ABOUT)
      await results.locator('[aria-busy=false]').waitFor({ state: 'attached' })
    },
    headings: () => results.getByRole('heading', { level: 3 }).allInnerTexts(),
    address: () => new URL(page.url()).searchParams,
  }
}

/** The API's own answer to a query. */
export async function askItems(site: Site, query: string): Promise<{ count: number; results: Item[] }> {
  const answer = await fetch(
    `${site.baseUrl}/api/items/?visibility=published${query.includes('page_size') ? '' : '&page_size=10'}&${query}`,
  )
  return (await answer.json()) as { count: number; results: Item[] }
}

/** The first item that matches. */
export async function findItem(site: Site, fits: (item: Item) => boolean): Promise<Item> {
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${site.baseUrl}/api/items/?visibility=published&page_size=100&page=${page}`)
    const { results } = (await answer.json()) as { results?: Item[] }
    const found = results?.find(fits)
    if (found) return found
    if (!results?.length) throw new Error('No item fits.')
  }
}
