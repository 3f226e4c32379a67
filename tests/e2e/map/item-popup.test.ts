import { beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { expectFitsEverywhere, useSite } from '../browser/site.ts'
import { hasFocus, itemPopup, openMapOf, readItems } from './item-over-map.ts'
import { openMap, readZones, restingAddress } from './live-map.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
/** An item with several pictures. */
let postcard: Item
beforeAll(async () => {
  const pictured = await readItems(site.baseUrl, 'type=postcard')
  postcard = pictured.find(({ item_scans, subject }) => item_scans.length > 1 && subject.length > 0)!
})

describe('an item of Images & Media', () => {
  test('opens over the map with everything on its page, and closes back to the map', async () => {
    const { page, link, popup, seen } = await openMapOf(site, postcard)
    const before = await seen()
    const address = await restingAddress(page)
    await link.click()
    await popup.getByRole('heading', { level: 2, name: postcard.title }).waitFor()
    await page.getByRole('dialog', { name: postcard.title }).waitFor()
    const record = popup.getByRole('region', { name: 'Catalogue record' })
    const terms = await record.getByRole('term').allInnerTexts()
    for (const term of ['Location', 'Subjects']) expect(terms).toContain(term)
    for (const text of [postcard.general_description, 'Postcard'])
      await popup.getByText(text, { exact: true }).waitFor()
    const subject = postcard.subject[0]!
    expect(await record.getByRole('link', { name: subject.subject_name, exact: true }).getAttribute('href')).toBe(
      `/collection/?subjects=${subject.id}`,
    )
    expect(await popup.getByRole('link', { name: 'Page of this item' }).getAttribute('href')).toBe(
      itemAddress(postcard.id),
    )
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    expect(await hasFocus(link)).toBe(true)
    expect(await seen()).toEqual(before)
    expect(await restingAddress(page)).toBe(address)
    await page.getByRole('banner').waitFor()
  })

  test('by keyboard: Enter opens, the focus is trapped, Back closes, Forward reopens', async () => {
    const { page, link, popup } = await openMapOf(site, postcard)
    await link.focus()
    await page.keyboard.press('Enter')
    await popup.locator('.item').waitFor()
    expect(await hasFocus(popup)).toBe(true)
    for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
    expect(await popup.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    await page.goBack()
    await popup.waitFor({ state: 'detached' })
    expect(await hasFocus(link)).toBe(true)
    await page.goForward()
    await popup.locator('.item').waitFor()
    await popup.getByRole('button', { name: 'Close' }).click()
    await popup.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('is readable at every width', async () => {
    const { page, link, popup } = await openMapOf(site, postcard)
    await link.click()
    await popup.locator('.item').waitFor()
    await expectFitsEverywhere(page, async () => {
      expect(await popup.locator('.popup-body').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    })
  })
})

describe('the contents of an item', () => {
  test('pictures can be browsed and opened: each Escape or Back closes one layer', async () => {
    const { page, link, popup } = await openMapOf(site, postcard)
    await link.click()
    await popup.locator('#picture-1').hover()
    await popup.getByRole('link', { name: 'Next picture' }).click()
    await popup.getByText(`Picture 2 of ${postcard.item_scans.length}`).waitFor()
    const viewer = page.locator('dialog.viewer')
    await popup.locator('#picture-1').click()
    await page.locator('dialog.viewer[data-state=shown]').waitFor()
    await viewer.getByRole('heading', { name: postcard.title }).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#picture-2')
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    expect(await popup.isVisible()).toBe(true)
    expect(await hasFocus(popup.locator('#picture-1'))).toBe(true)

    await popup.locator('#picture-1').click()
    await viewer.waitFor()
    await page.goBack()
    await viewer.waitFor({ state: 'detached' })
    expect(await popup.isVisible()).toBe(true)
    await page.goBack()
    await popup.waitFor({ state: 'detached' })
  })

  seldom('the viewer shows the pictures of the current item, not of the previous one', async () => {
    const { page, link, popup, section } = await openMapOf(site, postcard)
    const other = section('Images & Media').locator('.media-items li:has(img) a').filter({ hasNotText: postcard.title }).first() // prettier-ignore
    const viewer = page.locator('dialog.viewer')
    const titles: string[] = []
    for (const each of [(await other.count()) > 0 ? other : link, link]) {
      await each.click()
      const title = await popup.locator('.item-head h2').innerText()
      await popup.locator('#picture-1').click()
      await viewer.getByRole('heading', { name: title, exact: true }).waitFor()
      const shown = await viewer.locator('.viewer-still').getAttribute('src')
      titles.push(`${title} ${new URL(shown!, page.url()).pathname}`)
      await page.keyboard.press('Escape')
      await viewer.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await popup.waitFor({ state: 'detached' })
    }
    expect(new Set(titles).size).toBe(2)
    expect(titles[1]).toContain(`/${postcard.item_scans[0]!.id}-`)
  })
})

seldom('from the overview of a zone: the item opens over it, and closing returns to it', async () => {
  const zone = (await readZones(site.baseUrl)).find(({ pk }) => pk === postcard.location!.id)!
  // The overview shows the last build until the archive answers, here while the item is open over it.
  const answer = Promise.withResolvers<void>()
  const { page, section } = await openMap(site, `/?base=osm&zone=${zone.pk}`, {
    routes: (context) => context.route(/\/api\/lots\//, (route) => answer.promise.then(() => route.continue())),
  })
  await section('Images & Media').getByRole('link', { name: 'Zone Overview' }).click()
  const overview = page.getByRole('dialog', { name: zone.name, exact: true })
  const row = overview.getByRole('tabpanel').getByRole('listitem').getByRole('link').nth(1)
  const title = await row.locator('.title').innerText()
  await row.click()
  const popup = itemPopup(page)
  await popup.getByRole('heading', { name: title }).first().waitFor()
  const answered = page.waitForResponse(/\/api\/lots\//)
  answer.resolve()
  await answered
  await page.keyboard.press('Escape')
  await popup.waitFor({ state: 'detached' })
  expect(await overview.isVisible()).toBe(true)
  expect(await hasFocus(row)).toBe(true)

  await page.keyboard.press('Enter')
  await popup.locator('.item').waitFor()
  await page.goBack()
  await popup.waitFor({ state: 'detached' })
  expect(await overview.isVisible()).toBe(true)
  await page.goBack()
  await overview.waitFor({ state: 'detached' })
  await section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
})
