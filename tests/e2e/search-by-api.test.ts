import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { useSite } from './browser/site.ts'

/** The search of a large archive: its pages say that the API is asked first (snapshot/search-api.ts), which is all that differs. */
const site = useSite()

/** As a build of 30,000 records writes the pages. */
const asLarge = (context: BrowserContext) =>
  context.route(/\/(?:about|search)\/(?:\?.*)?$/, async (route) => {
    const answer = await route.fetch()
    const scripts = readdirSync(path.join(inject('dataDir'), 'site/current/_astro'))
    const script = scripts.find((name) => /^api-search[\w.-]+\.js$/.test(name))!
    const html = (await answer.text())
      .replace('name="search"', `name="search" data-api="" data-api-search="/_astro/${script}"`)
      .replace('&quot;api&quot;:[0]', '&quot;api&quot;:[0,&quot;&quot;]')
    await route.fulfill({ response: answer, body: html })
  })

function watchAsked(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return (beginning: string) => asked.filter((path) => path.startsWith(beginning)).length
}

async function type(page: Page, words: string): Promise<void> {
  await page.getByRole('banner').getByLabel('Search the archive').focus()
  await page.getByRole('banner').getByRole('combobox').fill(words)
}

test('suggestions are one call to the API, and nothing of the index is loaded', async () => {
  const page = await site.open('/about/', { routes: asLarge })
  const asked = watchAsked(page)
  await type(page, 'harbour')
  const list = page.getByRole('listbox')
  await list.getByRole('group', { name: /^Items \d/ }).waitFor()
  await list.getByRole('option', { name: /^All results for/ }).waitFor()
  expect([asked('/api/search/'), asked('/pagefind/')]).toEqual([1, 0])
  await type(page, 'habrour')
  await page.getByText('No record has the word “habrour”.').last().waitFor()
  await list.getByRole('option', { name: 'Search for “harbour”' }).click()
  await page.waitForURL('**/search/?q=harbour')
})

test('the results page: filters, pages, a better spelling', async () => {
  const page = await site.open('/search/?q=habrour', { routes: asLarge })
  const asked = watchAsked(page)
  await page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link', { name: 'harbour' }).click()
  const status = page.getByRole('main').getByRole('status')
  await status.getByText(/^\d+ results: 1 to 20$/).waitFor()
  await page.getByRole('link', { name: /^Items/ }).click()
  await page.getByRole('navigation', { name: 'Type of item' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await status.getByText(/: 21 to /).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBeGreaterThan(5)
  expect(await page.getByRole('main').locator('mark').count()).toBeGreaterThan(0)
  expect(asked('/pagefind/')).toBe(0)
})

test('while the API is away, the index of the last build answers', async () => {
  const page = await site.open('/about/', {
    routes: async (context) => {
      await asLarge(context)
      await context.route('**/api/search/**', (route) => route.abort())
    },
    expected: /\/api\/search\//,
  })
  await type(page, 'harbour')
  await page
    .getByRole('listbox')
    .getByRole('group', { name: /^Items \d/ })
    .waitFor()
})
