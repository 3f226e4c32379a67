import type { BrowserContext } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { useSite, type Look } from '../browser/site.ts'
import { hasFocus, openMapOf, readItems } from './item-over-map.ts'

const site = useSite()
let postcard: Item
beforeAll(async () => {
  postcard = (await readItems(site.baseUrl, 'type=postcard')).find(({ item_scans }) => item_scans.length > 1)!
})

/** Aborts API requests; files of the site and pictures load. */
const apiAway: Look = {
  routes: (context: BrowserContext) => context.route(/\/api\/(?!scan)/, (route) => route.abort()),
  expected: /\/api\/.* net::ERR_FAILED/,
}
const MISSING = "We couldn't find this item. It may no longer be in the archive."

test('the API is away: the item of the last build shows, with its pictures and a note', async () => {
  const { page, link, popup } = await openMapOf(site, postcard, apiAway)
  await link.click()
  await popup.getByText('This is the item as of the last update.').waitFor()
  await page.getByRole('dialog', { name: postcard.title }).getByRole('heading', { level: 2 }).waitFor()
  expect(await popup.getByRole('region', { name: 'Catalogue record' }).getByRole('term').count()).toBeGreaterThan(3)
  expect(await popup.locator('script, iframe, h1').count()).toBe(0)
  await popup.locator('#picture-1').hover()
  await popup.getByRole('link', { name: 'Next picture' }).click()
  await popup.getByText(`Picture 2 of ${postcard.item_scans.length}`).waitFor()
  await popup.locator('#picture-1').click()
  await page.locator('dialog.viewer[data-state=shown]').waitFor()
})

describe('an item that cannot be shown', () => {
  test('was unpublished: the last build is not shown, the popup closes, and the map says so', async () => {
    const call = new RegExp(`/api/item/${postcard.id}/`)
    const { page, link, popup, section } = await openMapOf(site, postcard, {
      routes: (context) =>
        context.route(call, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.' } })),
      expected: /404 for \/api\/item\//,
    })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await link.click()
    await page.getByRole('status').getByText(MISSING).waitFor()
    await popup.waitFor({ state: 'detached' })
    expect(asked).not.toContain(itemAddress(postcard.id))
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    expect(await hasFocus(link)).toBe(true)
    await section('Images & Media').getByRole('heading', { name: postcard.location!.name }).waitFor()
    await page.getByRole('button', { name: 'Dismiss this note' }).last().click()
    await page.getByText(MISSING).waitFor({ state: 'detached' })
  })

  test('a slow script shows a loading note', async () => {
    const coming = Promise.withResolvers<void>()
    const { page, link, popup } = await openMapOf(site, postcard, {
      routes: (context) => context.route(/ItemPopup[^/]*\.js/, (route) => coming.promise.then(() => route.continue())),
    })
    await link.click()
    const note = page.locator('.popup-coming')
    await note.getByText('Loading...').waitFor()
    coming.resolve()
    await popup.locator('.item').waitFor()
    expect(await note.count()).toBe(0)
  })
})
