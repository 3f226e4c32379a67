import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { LOAD_FAILED } from '#contract/messages.ts'
import type { Item } from '#contract/item.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useSite, type Look } from '../browser/site.ts'
import { itemPopup, openMapOf, readItems } from './item-over-map.ts'
import { liveMap, openMap, readZones, restingAddress, untilUsable } from './live-map.ts'
import { lotsAmidTown } from './zones-of-town.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
let zone: ZoneOutline
let postcard: Item
beforeAll(async () => {
  zone = lotsAmidTown(await readZones(site.baseUrl)).find(({ items }) => items > 0)!
  const pictured = await readItems(site.baseUrl, 'type=postcard')
  postcard = pictured.find(({ item_scans }) => item_scans.length > 1)!
})

/** Opens a link, as whoever gets it does. */
async function follow(path: string, look?: Look) {
  const page = await site.open(path, look)
  await untilUsable(page)
  return liveMap(page)
}
const pathOf = async (page: Page) => (await restingAddress(page)).slice(site.baseUrl.length)
const overviewOf = (page: Page, { name }: { name: string }) => page.getByRole('dialog', { name, exact: true })
const welcome = (page: Page) => page.getByRole('button', { name: 'Close the welcome' })
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

describe('the overview of a zone', () => {
  test('is in the address: a new browser opens it over the same map, and Back and closing lead to the map', async () => {
    const live = await openMap(site, '/?base=osm&compare=town-1856,osm,0.4&at=43.5636,-81.6955,16z')
    const place = await live.placeOf(zone)
    const view = await pathOf(live.page)
    await live.page.mouse.dblclick(place.x, place.y)
    await overviewOf(live.page, zone).waitFor()
    expect(parameter(live.page, 'overview'), 'at once').toBe(String(zone.pk))
    const link = await pathOf(live.page)
    expect(link).toBe(`${view}&overview=${zone.pk}`)

    const other = await follow(link)
    const { page } = other
    const popup = overviewOf(page, zone)
    await popup.getByRole('tab').first().waitFor()
    expect(await welcome(page).count(), 'no welcome before it').toBe(0)
    expect(await pathOf(page)).toBe(link)
    await page.reload()
    await untilUsable(page)
    await popup.waitFor()
    await page.goBack()
    await popup.waitFor({ state: 'detached' })
    expect(await pathOf(page)).toBe(view)
    expect(await other.seen()).toEqual(await live.seen())
    await page.goForward()
    await popup.waitFor()
    expect(await pathOf(page)).toBe(link)
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    expect(await pathOf(page)).toBe(view)
    expect(await welcome(page).count()).toBe(0)
  })

  seldom(
    'opens over a selected zone and an item over it: each Escape closes one, and takes it from the address',
    async () => {
      const { page } = await follow(`/?base=osm&zone=${zone.pk}&overview=${zone.pk}&item=${postcard.id}`)
      const popup = itemPopup(page)
      await popup.getByRole('heading', { level: 2 }).waitFor()
      await overviewOf(page, zone).waitFor({ state: 'attached' })
      const onTop = () => page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')?.className) // prettier-ignore
      expect(await onTop(), 'the item is over the zone').toContain('item-popup')
      await page.keyboard.press('Escape')
      await popup.waitFor({ state: 'detached' })
      expect(await overviewOf(page, zone).isVisible()).toBe(true)
      await expect.poll(() => [parameter(page, 'overview'), parameter(page, 'item')]).toEqual([String(zone.pk), null])
      await page.keyboard.press('Escape')
      await overviewOf(page, zone).waitFor({ state: 'detached' })
      expect(await pathOf(page)).toMatch(new RegExp(`^/\\?at=[^&]*&base=osm&zone=${zone.pk}$`))
      await page.goForward()
      await page.goForward()
      await popup.waitFor()
    },
  )
})

describe('an item over the map', () => {
  test('is in the address, and a link to one of its pictures opens that', async () => {
    const { page, link, popup } = await openMapOf(site, postcard)
    await link.click()
    await popup.locator('.item').waitFor()
    expect(await pathOf(page)).toMatch(new RegExp(`&zone=${postcard.location!.id}&item=${postcard.id}$`))
    await popup.locator('#picture-2').click()
    await page.locator('dialog.viewer[data-state=shown]').waitFor()
    const shared = await pathOf(page)
    expect(shared).toContain(`&item=${postcard.id}#picture-2`)

    const other = await follow(shared)
    const viewer = other.page.locator('dialog.viewer')
    await viewer.getByText('Picture 2 of').waitFor()
    await other.page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    expect(await itemPopup(other.page).isVisible()).toBe(true)
    await other.page.keyboard.press('Escape')
    await itemPopup(other.page).waitFor({ state: 'detached' })
    expect(await pathOf(other.page)).not.toMatch(/item|#/)
  })
})

test('a record that is not in the archive: the map of the link says so and works', async () => {
  const live = await follow(`/map/?base=osm&zone=${zone.pk}&item=987654321`, { expected: /404 for \/(api|data)\// })
  const { page } = live
  await page.getByRole('status').getByText(LOAD_FAILED.missing('item')).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await pathOf(page)).toMatch(new RegExp(`^/\\?at=[^&]*&base=osm&zone=${zone.pk}$`))
  await live.section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
  await live.section('Images & Media').getByRole('link', { name: 'Zone Overview' }).click()
  await overviewOf(page, zone).waitFor()
  expect(await page.getByText(LOAD_FAILED.missing('item')).count()).toBe(0)
})
