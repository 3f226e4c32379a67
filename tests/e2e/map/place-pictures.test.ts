import { expect, test } from 'vitest'
import { DEMO_SETTINGS } from '#demo/settings.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { restingAddress, untilUsable } from './live-map.ts'
import { useSite } from '../browser/site.ts'

const site = useSite()
const FILE = new RegExp(`${MAP_DATA.pictures}$`)

test('the richest places have a picture on the map from zoom 15 on, which hides nothing that is asked for', async () => {
  const page = await site.open('/map/?base=osm')
  await untilUsable(page)
  await page.keyboard.press('Escape')
  const pictures = page.locator('.leaflet-pictures-pane img')
  await expect.poll(() => pictures.count()).toBeGreaterThan(3)
  expect(await pictures.count()).toBeLessThanOrEqual(12)
  const sizes = await pictures.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(60)
  const map = page.getByRole('application', { name: `Map of ${DEMO_SETTINGS.town}` })
  expect(await map.getByRole('img').count(), 'assistive technology has the places in other ways').toBe(0)

  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => pictures.first().isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })

  const oldMap = page.getByRole('complementary', { name: 'Map tools' }).getByRole('checkbox').first()
  await oldMap.check()
  await expect.poll(() => pictures.count(), { message: 'an old map is looked at as it is' }).toBe(0)
  await oldMap.uncheck()
  await expect.poll(() => pictures.count()).toBeGreaterThan(3)

  const { x, y, width, height } = (await pictures.first().boundingBox())!
  const shown = await pictures.filter({ visible: true }).count()
  await page.mouse.move(x + width / 2, y + height / 2)
  await expect
    .poll(() => pictures.filter({ visible: true }).count(), { message: 'the lot shows its colour' })
    .toBe(shown - 1)
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect.poll(() => restingAddress(page), { message: 'the lot takes the click' }).toContain('zone=')
})

test('below zoom 15 nothing is asked for, and one that is withdrawn leaves no broken box', async () => {
  const page = await site.open('/about/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  let refused = 0
  await page.route(/\/media\/scan\/\d+\/\d+-\d+\.webp/, async (route) => {
    refused++
    await route.fulfill({ contentType: 'image/webp', body: 'gone' })
  })
  const [longitude, latitude] = [-81.6995, 43.5625]
  await page.goto(new URL(`/map/?base=osm&at=${latitude},${longitude},14z`, page.url()).href)
  await untilUsable(page)
  await restingAddress(page)
  expect(asked.filter((address) => FILE.test(address))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => asked.filter((address) => FILE.test(address)).length).toBe(1)
  await expect.poll(() => refused).toBeGreaterThan(3)
  const broken = page.locator('.leaflet-pictures-pane img')
  const naturals = await broken.evaluateAll((all: HTMLImageElement[]) => all.map((each) => each.naturalWidth))
  expect(naturals.every((natural) => natural > 0)).toBe(true)
})
