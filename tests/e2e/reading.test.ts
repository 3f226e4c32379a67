import { expect, test } from 'vitest'
import { leafAddress } from '#rules/addresses/leaf-addresses.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { LATE_PAGES, MANY_PAGES, ON_PAGE_SEVEN } from '../fixtures/many-pages.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'
import { seldom } from '../setup/seldom.ts'

const site = useSite()
const { item, title, pages } = MANY_PAGES
const at = (page: number, more = '') => site.baseUrl + leafAddress(item, page) + more

test('a volume is read page by page, by keys, and two pages at a time', async () => {
  const page = await site.open(itemAddress(item))
  await page
    .getByRole('navigation', { name: `${pages} pages` })
    .getByRole('link', { name: '7', exact: true })
    .click()
  await page.waitForURL(at(7))
  expect(await page.title()).toMatch(`${title}, page 7 of ${pages}`)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(leafAddress(item, 7))
  await page.getByText(ON_PAGE_SEVEN).waitFor()
  await expectFitsEverywhere(page)
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(at(8))
  expect(await page.locator('#picture-9').isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Two pages side by side' }).click()
  const [left, right] = [page.locator('#picture-8'), page.locator('#picture-9')]
  await right.waitFor()
  expect((await left.boundingBox())!.x).toBeLessThan((await right.boundingBox())!.x)
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(at(10, '#two'))
  await page.locator('#picture-11').waitFor()
  await page.getByText(`Pages 10–11 of ${pages}`).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(at(8, '#two'))
  // Not on a narrow screen.
  await page.setViewportSize({ width: 900, height: 900 })
  expect(await right.isVisible()).toBe(false)
  await page.getByRole('link', { name: 'About this item' }).click()
  await page.waitForURL(site.baseUrl + itemAddress(item))
})

test('the address of an item names one of its pages, and the viewer goes from page to page', async () => {
  const page = await site.open(`${itemAddress(item)}?page=7&q=${ON_PAGE_SEVEN}#picture-7`)
  const viewer = page.getByRole('dialog')
  await viewer.getByText(`Picture 7 of ${pages}`).waitFor()
  expect(new URL(page.url()).pathname).toBe(leafAddress(item, 7))
  await viewer.getByRole('button', { name: 'Next picture' }).click()
  await page.waitForURL(at(8, `?q=${ON_PAGE_SEVEN}#picture-8`))
  await viewer.getByText(`Picture 8 of ${pages}`).waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).toBe(at(8, `?q=${ON_PAGE_SEVEN}`))
})

test('without a script, pages are links too', async () => {
  const page = await site.open(itemAddress(item), { javaScript: false })
  await page.getByRole('link', { name: 'Read page by page' }).click()
  // Before the styles are there, the ways by two pages are seen as well.
  const next = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Next' })
  await next.click()
  await page.waitForURL(at(2))
  await next.click()
  await page.waitForURL(at(3))
  await page.getByText('Page 3 ends.').waitFor()
  await page.getByRole('link', { name: `All ${pages} pages` }).click()
  await page.waitForURL(`${site.baseUrl}${itemAddress(item)}#pages`)
})

seldom('a volume that is newer than the build is read as well, with its texts', async () => {
  const late = LATE_PAGES.item
  const page = await site.open(itemAddress(late))
  await page.getByText('Page 1 ends.').waitFor()
  await page.getByRole('link', { name: '13', exact: true }).click()
  await page.getByText('Page 13 ends.').waitFor()
  expect(new URL(page.url()).pathname).toBe(leafAddress(late, 13))
  await page.locator('#picture-13').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(site.baseUrl + leafAddress(late, 14))
  await page.getByText('Page 14 ends.').waitFor()
})
