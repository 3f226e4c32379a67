import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { useSite } from './browser/site.ts'
import { sampleOf } from '../setup/length.ts'

/** The search of the last build, which answers while the API does not. */
const site = useSite()
const API = /\/api\/(?!scan)/

const open = (address: string, prepare?: (context: BrowserContext) => Promise<unknown>) =>
  site.open(address, {
    ...(prepare && { prepare }),
    routes: (context) => context.route(API, (route) => route.abort()),
    expected: /net::ERR_FAILED/,
  })
const status = (page: Page) => page.getByRole('main').getByRole('status')

test('the box groups what it finds by kind', async () => {
  const page = await open('/about/')
  await page.getByRole('banner').getByLabel('Search the archive').focus()
  await page.getByRole('banner').getByRole('combobox').fill('harbour')
  const list = page.getByRole('listbox')
  await list.getByRole('group', { name: /^Items \d/ }).waitFor()
  await list.getByRole('option', { name: /^All results for/ }).click()
  await status(page)
    .getByText(/\d+ results/)
    .waitFor()
})

test.each(
  sampleOf(
    [
      { where: 'in a worker', prepare: undefined },
      {
        where: 'where no worker runs',
        prepare: (context: BrowserContext) => context.addInitScript('delete globalThis.Worker'),
      },
    ],
    2,
  ),
)('the results page has filters and pages, and invents nothing, $where', async ({ prepare }) => {
  const page = await open('/search/?q=street', prepare)
  await status(page)
    .getByText(/^\d+ results: 1 to 20$/)
    .waitFor()
  await page.getByRole('link', { name: /^Items/ }).click()
  await page.getByRole('navigation', { name: 'Type of item' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await status(page)
    .getByText(/: 21 to /)
    .waitFor()
  expect(await page.getByRole('main').locator('mark').count()).toBeGreaterThan(0)
  for (const words of ['streetcarnival', 'street qqqqxxyyzz', '"street qqqqxxyyzz"']) {
    await page.getByLabel('Search everything').fill(words)
    await page.keyboard.press('Enter')
    await status(page).getByText(`Nothing in the archive has all of “${words}”.`).waitFor()
  }
})
