import { expect, test } from 'vitest'
import { expectNoSidewaysScroll, useSite } from '../browser/site.ts'
import { findItem, openCollection, untilShown } from './live-collection.ts'

const site = useSite()

/** Markup, a regular expression, quotes, control characters, and far too much. */
const HOSTILE = ['<img src=x onerror="document.title=1">', '.*(a+)+$[', '"; --', '\u202e\u0000%', 'x'.repeat(10_000)]
test('a hostile text searches for itself', async () => {
  const { page } = await openCollection(site)
  const box = page.locator('#collection-live').getByLabel('Search the items')
  const title = await page.title()
  const people = page.getByRole('combobox', { name: 'People Tags' })
  for (const text of HOSTILE) {
    const before = page.url()
    await box.fill(text)
    await box.press('Enter')
    await page.waitForURL((url) => url.href !== before && url.searchParams.has('q'))
    await untilShown(page)
    expect(await page.title()).toBe(title)
    expect(await page.locator('#collection-live img[src="x"]').count()).toBe(0)
    await expectNoSidewaysScroll(page)
    await people.fill(text.slice(0, 200))
    await page
      .getByText(/^(Nothing found\.|\d+ suggestions?( of [\d,]+)?|Type at least 3 letters\.)$/)
      .first()
      .waitFor({ state: 'attached' })
    await people.fill('')
  }
})

test('punctuation finds nothing, not everything', async () => {
  const { page, results, untilCount, untilAll, refine } = await openCollection(site)
  const box = page.locator('#collection-live').getByLabel('Search the items')
  for (const signs of ['.*', '<>', '🎉']) {
    await box.fill(signs)
    await box.press('Enter')
    await untilCount(0)
    await refine.getByRole('combobox', { name: 'People Tags' }).fill(signs.repeat(3))
    await refine.getByText('Nothing found.', { exact: true }).waitFor()
    await results.getByRole('button', { name: `Without “${signs}”` }).click()
    await untilAll()
  }
})

test('records of hostile texts fit on a phone, in each layout', async () => {
  const item = await findItem(site, ({ id }) => id === 900_001)
  const { page, results } = await openCollection(site, `q=${encodeURIComponent(item.title.slice(0, 60))}`, {
    width: 390,
  })
  for (const layout of ['List', 'Pictures', 'Map']) {
    await results.getByRole('radio', { name: layout }).check()
    await untilShown(page)
    await expectNoSidewaysScroll(page)
  }
})
