import { describe, expect, test } from 'vitest'
import { DEMO_SETTINGS } from '#demo/settings.ts'
import { expectFitsEverywhere, expectNoSidewaysScroll, useSite } from '../browser/site.ts'
import { PLAIN, openMap, untilUsable } from './live-map.ts'

const site = useSite()

describe('the welcome', () => {
  test('is open at first, closes on a click, Escape or its button, and the "?" opens it', async () => {
    const page = await site.open(PLAIN)
    await untilUsable(page)
    const welcome = page.getByRole('region', { name: DEMO_SETTINGS.town })
    await welcome.waitFor()
    expect(await welcome.getByRole('listitem').count()).toBe(4)
    expect(await welcome.evaluate((box) => box.contains(document.activeElement)), 'it takes no focus').toBe(false)
    const again = page.getByRole('button', { name: 'What can I do here?' })
    await welcome.getByRole('listitem').first().click()
    await welcome.waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { level: 1 }).count(), 'the page keeps its heading').toBe(1)
    await again.click()
    await welcome.waitFor()
    await page.keyboard.press('Escape')
    await welcome.waitFor({ state: 'detached' })
    await again.click()
    await welcome.getByLabel('Don’t show this again').check()
    await welcome.getByRole('button', { name: 'Close the welcome' }).click()
    await welcome.waitFor({ state: 'detached' })
    // Then not even the next visit opens it.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await untilUsable(page)
    expect(await welcome.count()).toBe(0)
  })
})

describe('the opening pictures', () => {
  test('six head the side bar, and open over the map', async () => {
    const { page } = await openMap(site)
    const pictures = page.getByRole('list', { name: 'Pictures from the archive' }).getByRole('link')
    expect(await pictures.count()).toBe(6)
    const legend = (await page.getByRole('heading', { level: 2, name: 'Legend' }).boundingBox())!
    expect((await pictures.last().boundingBox())!.y).toBeLessThan(legend.y)
    const title = await pictures.first().innerText()
    await pictures.first().click()
    await page.getByRole('dialog').getByRole('heading', { level: 2, name: title }).waitFor()
    expect(new URL(page.url()).searchParams.get('item'), 'in the address').toMatch(/^\d+$/)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('lie in the lowered sheet of a phone, give way to a chosen zone, and are back when it is lowered again', async () => {
    const { page } = await openMap(site, PLAIN, { width: 390 })
    const pictures = page.getByRole('list', { name: 'Pictures from the archive' })
    const bottom = async () => {
      const box = (await pictures.boundingBox())!
      return box.y + box.height
    }
    const { height } = page.viewportSize()!
    expect(await bottom()).toBeLessThanOrEqual(height)
    expect(await bottom()).toBeGreaterThan(height - 12)
    await page.getByRole('button', { name: 'Addresses' }).click()
    await expect.poll(async () => (await pictures.isVisible()) && (await bottom()) < height).toBe(true)
    await page.getByRole('button', { name: 'Lower the panel' }).click()
    await expect.poll(bottom).toBeGreaterThan(height - 12)
    await expect.poll(bottom).toBeLessThanOrEqual(height)
  })
})

test('the header leaves the room to the map: on a phone 112 pixels at most, at 400 % a third of the window', async () => {
  for (const [width, height, most] of [
    [390, 844, 112],
    [320, 256, 0.3 * 256],
  ] as const) {
    const page = await site.open(PLAIN, { width })
    await page.setViewportSize({ width, height })
    await untilUsable(page)
    expect((await page.getByRole('banner').boundingBox())!.height, String(width)).toBeLessThanOrEqual(most)
    const name = page.getByRole('banner').getByRole('link').first()
    expect((await name.locator('span').boundingBox())!.height, 'two lines at most').toBeLessThanOrEqual(44)
    const search = (await page.getByRole('banner').getByRole('search').boundingBox())!
    const link = (await name.boundingBox())!
    expect(link.x + link.width).toBeLessThanOrEqual(search.x)
  }
})

describe('the page does not scroll (spec §2 "Scroll lock")', () => {
  test('neither by wheel nor by keys; the side bar, which ends with the content below the map, and other pages do', async () => {
    const live = await openMap(site)
    const { page, map } = live
    const scrolled = () => page.evaluate(() => scrollY)
    const box = (await map.boundingBox())!
    await page.mouse.move(box.x + 80, box.y + box.height - 80)
    await page.mouse.wheel(0, 600)
    for (const key of ['PageDown', 'End', ' ', 'ArrowDown']) await page.keyboard.press(key)
    expect(await scrolled()).toBe(0)

    const newest = page.getByRole('heading', { name: 'Newly in the archive' })
    const place = async () => (await newest.boundingBox())!.y
    const before = await place()
    const side = (await page.getByRole('complementary', { name: 'Map tools' }).boundingBox())!
    await page.mouse.move(side.x + 40, side.y + side.height / 2)
    await page.mouse.wheel(0, 400)
    await expect.poll(place).toBeLessThan(before - 200)
    expect(await scrolled()).toBe(0)

    await page
      .getByRole('complementary', { name: 'Map tools' })
      .getByRole('link', { name: 'About the archive' })
      .click()
    await page.waitForURL('**/about/')
    await page.goto(`${site.baseUrl}/collection/`)
    // Repeated until it works: a key has no effect before the page is long enough.
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return scrolled()
      })
      .toBeGreaterThan(0)
  })
})

test('with every section open it is accessible and fits at every width', async () => {
  const live = await openMap(site)
  const { page, section } = live
  for (const name of ['Images & Media', 'Organization Search']) {
    await section(name).getByRole('heading', { level: 2 }).click()
    await live.expectOpen(name, true)
  }
  await expectFitsEverywhere(page, async (width) => {
    const raise = page.getByRole('button', { name: 'Raise the panel' })
    for (let step = 0; width < 600 && step < 2 && (await raise.isEnabled()); step++) await raise.click()
    await expectNoSidewaysScroll(page)
  })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectNoSidewaysScroll(page)
  for (const name of ['Legend', 'Images & Media', 'Address Search', 'Organization Search'])
    expect(
      await section(name).getByRole('heading', { level: 2 }).isVisible(),
      `${name}, with letters of twice the size`,
    ).toBe(true)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  // Each by itself: the others stay as they are.
  await section('Legend').getByRole('heading', { level: 2 }).click()
  await live.expectOpen('Legend', false)
  for (const name of ['Images & Media', 'Address Search', 'Organization Search']) await live.expectOpen(name, true)
})

test('in print the map shows, with its title and credits and without screen-only parts', async () => {
  const { page, map } = await openMap(site, '/')
  await page.emulateMedia({ media: 'print' })
  const title = (await page.getByRole('heading', { level: 1, name: DEMO_SETTINGS.town }).boundingBox())!
  expect(title.height, 'the name of the town, with the welcome closed').toBeGreaterThan(20)
  expect((await map.boundingBox())!.y, 'the map is below it').toBeGreaterThanOrEqual(title.y + title.height)
  expect(await page.getByText('Drawn for the demo town').isVisible(), 'the credit of the ground').toBe(true)
  expect(await page.getByRole('button', { name: 'Zoom in' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Copy link to this view' }).isVisible()).toBe(false)
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
})
