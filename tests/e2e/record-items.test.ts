import type { BrowserContext, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { organizationAddress, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { findBusyRecords, readItems, type BusyRecords } from './browser/busy-records.ts'
import { useSite } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'
import { sampleOf } from '../setup/length.ts'

const site = useSite()
/** An organization, a zone and a person with more items than two pages of five. */
let busy: BusyRecords
beforeAll(async () => {
  busy = await findBusyRecords(site.baseUrl)
})

describe('items by pages', () => {
  const rows = (page: Page) =>
    page.locator('.paged-items .gallery a').evaluateAll((links) => links.map((a) => a.getAttribute('href')))
  const asApi = async (query: string) =>
    (await readItems(site.baseUrl, query)).results.map(({ id }) => `/itemview/${id}/`)

  test.each(
    sampleOf(
      [
        ['an organization', () => [organizationAddress(busy.organization), `organizations=${busy.organization}`]],
        ['a zone', () => [zoneAddress(busy.zone), `location=${busy.zone}`]],
        ['a person', () => [personAddress(busy.person), `people_or=${busy.person}`]],
      ] as const,
      3,
    ),
  )('of %s are turned as the API lists them; the focus stays', async (_, of) => {
    const [address, query] = of()
    const page = await site.open(address!)
    const { count } = await readItems(site.baseUrl, query!)
    const last = Math.ceil(count / 5)
    expect(last).toBeGreaterThan(1)
    expect(await rows(page)).toEqual(await asApi(`${query}&page_size=5`))
    const next = page.getByRole('button', { name: 'Next' })
    await next.focus()
    for (let turned = 2; turned <= last; turned++) {
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText(`Page ${turned} of ${last}`, { exact: true }).waitFor()
      await expect.poll(() => rows(page)).toEqual(await asApi(`${query}&page_size=5&page=${turned}`))
    }
    expect(await next.getAttribute('aria-disabled')).toBe('true')
    await expectFocused(next)
    await page.getByText(`All ${count} items`).click()
    expect(
      new Set(await page.locator('.all-items a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))).size,
    ).toBe(count)
  })

  test('the first press counts, also of a finger', async () => {
    const page = await site.open(organizationAddress(busy.organization), { width: 390, touch: true })
    await page.getByRole('button', { name: 'Next' }).tap()
    await page.getByText(/^Page 2 of/).waitFor()
  })

  const away = {
    routes: (context: BrowserContext) => context.route(/\/api\/(?!scan)/, (route) => route.abort()),
    expected: /\/api\/.* net::ERR_FAILED/,
  }
  test('with the API away they are those of the last build, and it is said', async () => {
    const page = await site.open(organizationAddress(busy.organization), away)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText(/^Page 2 of \d+\. As of the last update\.$/).waitFor()
    expect(await rows(page)).toEqual(await asApi(`organizations=${busy.organization}&page_size=5&page=2`))
  })

  test('where the script cannot be had the whole list is opened', async () => {
    const page = await site.open(organizationAddress(busy.organization), {
      routes: (context) => context.route(/\/_astro\/items-/, (route) => route.abort()),
      expected: /items-.* net::ERR_FAILED/,
    })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.locator('.all-items[open]').waitFor()
  })
})
