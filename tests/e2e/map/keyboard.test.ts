import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromMercator } from '#rules/map/geometry.ts'
import { NO_STREET, streetOf } from '#rules/map/streets.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useSite } from '../browser/site.ts'
import { tabTo } from '../browser/focus.ts'
import { openMap, readZones } from './live-map.ts'
import type { LiveMap } from './live-map.ts'
import { about, countOf, pictureOf, token } from './pixels.ts'
import { lotsAmidTown, pointInside } from './zones-of-town.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
let zones: ZoneOutline[]
let zone: ZoneOutline
beforeAll(async () => {
  zones = await readZones(site.baseUrl)
  zone = lotsAmidTown(zones).find((each) => streetOf(each).street !== NO_STREET)!
})

const selected = (page: Page) => new URL(page.url()).searchParams.get('zone')
const isFocused = (element: Element): boolean => element === document.activeElement

describe('the map by keyboard alone', () => {
  test('Enter picks the zone in the middle, arrows go to its neighbours, Enter selects, Enter again opens the overview', async () => {
    const live = await openMap(site, `${addressOf(zone)}&base=osm`)
    const { page, map, section } = live
    await tabTo(page, map)
    await page.keyboard.press('Enter')
    await map.getByText(zone.name, { exact: true }).waitFor()
    const place = await live.placeOf(zone)
    expect(countOf(await pictureOf(page, about(place, 120)), await token(page, '--leaf'))).toBeGreaterThan(15)

    await page.keyboard.press('ArrowRight')
    await map.getByText(zone.name, { exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowLeft')
    const there = await atKeys(live)
    expect(there, 'a neighbour is to be found').toBeDefined()
    await page.keyboard.press('Enter')
    await section('Images & Media').getByRole('heading', { name: there!.name }).waitFor()
    await page.keyboard.press('Enter')
    const popup = page.getByRole('dialog', { name: there!.name })
    await popup.waitFor()
    await tabTo(page, popup.getByRole('tab').first())
    await page.keyboard.press('ArrowRight')
    await popup.getByRole('tabpanel', { name: 'Heritage Information' }).waitFor()
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    await expect.poll(() => map.evaluate(isFocused), { message: 'focus returns' }).toBe(true)

    await page.keyboard.press('Escape')
    await expect.poll(() => selected(page)).toBeNull()
    await live.expectOpen('Legend', true)
  })

  seldom('the list of zones by street selects, zooms and opens the overview', async () => {
    const live = await openMap(site)
    const { page, section } = live
    const tree = section('Address Search').getByRole('tree', { name: 'Zones by street' })
    await tabTo(page, tree.getByRole('treeitem').first())
    const { street } = streetOf(zone)
    const item = tree.getByRole('treeitem', { name: new RegExp(`^${escape(street)} \\d+ zones?$`) })
    for (let press = 0; !(await item.evaluate(isFocused)); press++) {
      expect(press).toBeLessThan(60)
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => item.getAttribute('aria-expanded')).toBe('true')
    const own = tree.getByRole('treeitem', { level: 2, name: new RegExp(`^${escape(zone.name)}( \\d+ items?)?$`) })
    for (let press = 0; !(await own.evaluate(isFocused)); press++) {
      expect(press).toBeLessThan(80)
      await page.keyboard.press('ArrowDown')
    }
    const before = await live.seen()
    await page.keyboard.press('Enter')
    await section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
    expect(await own.getAttribute('aria-selected')).toBe('true')
    expect((await live.seen()).zoom).toBeGreaterThan(before.zoom)
    expect(await own.evaluate(isFocused), 'who selects in the list stays there').toBe(true)

    await page.keyboard.press('Enter')
    const popup = page.getByRole('dialog', { name: zone.name })
    await popup.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => own.evaluate(isFocused), { message: 'focus returns' }).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => selected(page)).toBeNull()
  })

  test('years are set by arrow keys and by typing, and items are counted again', async () => {
    const live = await openMap(site, `/?zone=${zone.pk}&base=osm`)
    const { page, section } = live
    const media = section('Images & Media')
    await media.getByText(new RegExp(`^${zone.items} items?$`)).waitFor()
    const start = media.getByRole('slider', { name: 'Start year' })
    await start.focus()
    await page.keyboard.press('ArrowRight')
    expect(await start.inputValue()).toBe('1831')
    await expect.poll(() => new URL(page.url()).searchParams.get('years')).toMatch(/^1831-/)
    const from = media.getByLabel('From year')
    await from.fill('2005')
    await from.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('years')).toMatch(/^2005-/)
    await from.fill('nonsense')
    await from.press('Enter')
    expect(await from.inputValue()).toBe('2005')
  })
})

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The address of a view centred on a zone. */
function addressOf(zone: ZoneOutline): string {
  const [longitude, latitude] = fromMercator(pointInside(zone))
  return `/?at=${latitude.toFixed(5)},${longitude.toFixed(5)},18z`
}

/** The zone that the keys are at, by its label on the map. */
async function atKeys({ map }: LiveMap): Promise<ZoneOutline | undefined> {
  const text = await map.innerText()
  return zones.find(({ name }) => text.includes(name))
}
