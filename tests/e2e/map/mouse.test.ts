import { beforeAll, describe, expect, test } from 'vitest'
import { EMPTY, MAP_LABEL } from '#contract/messages.ts'
import { itemsOfZoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useSite } from '../browser/site.ts'
import { openMap, readZones } from './live-map.ts'
import { about, countOf, pictureOf, token } from './pixels.ts'
import { lotsAmidTown } from './zones-of-town.ts'

const site = useSite()
let zones: ZoneOutline[]
let zone: ZoneOutline
beforeAll(async () => {
  zones = await readZones(site.baseUrl)
  zone = lotsAmidTown(zones)[0]!
})

describe('the mouse on the map', () => {
  test('a hovered zone is green with its name; elsewhere the label says what to do', async () => {
    const { page, map, placeOf } = await openMap(site)
    const label = map.getByText(MAP_LABEL.hover)
    await label.waitFor()
    const place = await placeOf(zone)
    const leaf = await token(page, '--leaf')
    expect(countOf(await pictureOf(page, about(place, 60)), leaf)).toBe(0)

    await page.mouse.move(place.x, place.y)
    await map.getByText(zone.name, { exact: true }).waitFor()
    expect(countOf(await pictureOf(page, about(place, 60)), leaf)).toBeGreaterThan(15)
    expect(leaf[1], 'hover is green').toBeGreaterThan(Math.max(leaf[0], leaf[2]))

    await page.mouse.move(place.x, 30)
    await label.waitFor()
    expect(countOf(await pictureOf(page, about(place, 60)), leaf)).toBe(0)
  })

  test('a click selects: red, zoomed, legend closed, items open; a second click reverses it', async () => {
    const live = await openMap(site)
    const { page, section, expectOpen } = live
    for (const [name, open] of [
      ['Legend', true],
      ['Images & Media', false],
      ['Address Search', true],
      ['Organization Search', false],
    ] as const)
      await expectOpen(name, open)

    const before = await live.seen()
    const first = await live.placeOf(zone)
    await page.mouse.click(first.x, first.y)
    await section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
    await expectOpen('Legend', false)
    await expectOpen('Images & Media', true)
    const browse = section('Images & Media').getByRole('link', { name: 'Browse all items' })
    expect(await browse.getAttribute('href')).toBe(itemsOfZoneAddress(zone.pk))
    await expectOpen('Address Search', true)
    expect((await live.seen()).zoom).toBeGreaterThan(before.zoom + 1)
    await expect.poll(() => new URL(page.url()).searchParams.get('zone')).toBe(String(zone.pk))
    const place = await live.placeOf(zone)
    const brick = await token(page, '--brick')
    // Also under a resting pointer.
    expect(countOf(await pictureOf(page, about(place, 500)), brick)).toBeGreaterThan(500)
    expect(brick[0], 'selected is red').toBeGreaterThan(Math.max(brick[1], brick[2]) + 40)

    await page.mouse.click(place.x, place.y)
    await expectOpen('Legend', true)
    await expectOpen('Images & Media', false)
    await page.mouse.move(5, 5)
    expect(countOf(await pictureOf(page, about(place, 500)), brick)).toBe(0)
    await expect.poll(() => new URL(page.url()).searchParams.get('zone')).toBeNull()
  })

  test('a zone without items says so, and a drag does not click', async () => {
    const live = await openMap(site)
    const { page, section, expectOpen } = live
    const bare = lotsAmidTown(zones).at(-1)!
    expect(bare.items).toBe(0)
    const place = await live.placeOf(bare)
    await page.mouse.move(place.x, place.y)
    await page.mouse.down()
    await page.mouse.move(place.x - 120, place.y - 80, { steps: 6 })
    // A drag that rests before release does not fling.
    await page.waitForTimeout(150)
    await page.mouse.up()
    const moved = await live.placeOf(bare)
    expect(Math.abs(moved.x - place.x + 120)).toBeLessThan(3)
    await expectOpen('Legend', true)

    await page.mouse.click(moved.x, moved.y)
    await section('Images & Media').getByText(EMPTY.zoneItems).waitFor()
  })
})
