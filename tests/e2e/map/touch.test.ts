import { beforeAll, describe, expect, test } from 'vitest'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { expectAxeClean, expectNoSidewaysScroll, useSite, type Look } from '../browser/site.ts'
import { fingersOn } from './fingers.ts'
import { PLAIN, openMap, readZones } from './live-map.ts'
import { about, countOf, pictureOf, token } from './pixels.ts'
import { lotsAmidTown } from './zones-of-town.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
const PHONE = { width: 390, touch: true } as const
let zone: ZoneOutline
beforeAll(async () => {
  zone = lotsAmidTown(await readZones(site.baseUrl))[0]!
})

async function openPhone(path = PLAIN, look: Look = PHONE) {
  const live = await openMap(site, path, look)
  const sheet = live.page.getByRole('complementary', { name: 'Map tools' })
  return { ...live, sheet, fingers: await fingersOn(live.page) }
}

describe('a finger on the map', () => {
  test('a tap selects, with the zone visible above the sheet; a second tap deselects', async () => {
    const live = await openPhone()
    const { page, sheet, fingers } = live
    await fingers.tap(await live.placeOf(zone))
    await sheet.getByRole('paragraph').filter({ hasText: zone.name }).first().waitFor()
    const place = await live.placeOf(zone)
    expect(place.y).toBeLessThan((await sheet.boundingBox())!.y)
    expect(countOf(await pictureOf(page, about(place, 100)), await token(page, '--brick'))).toBeGreaterThan(60)
    await expect.poll(() => new URL(page.url()).searchParams.get('zone')).toBe(String(zone.pk))
    await expectNoSidewaysScroll(page)

    await fingers.tap(place)
    await expect.poll(() => new URL(page.url()).searchParams.get('zone')).toBeNull()
  })

  test('a double tap opens the overview as a full sheet, and neither selects nor zooms', async () => {
    const live = await openPhone()
    const { page, fingers } = live
    const before = await live.seen()
    await fingers.doubleTap(await live.placeOf(zone))
    const popup = page.getByRole('dialog', { name: zone.name })
    await popup.waitFor()
    expect((await popup.boundingBox())!.width).toBeGreaterThan(380)
    await expectNoSidewaysScroll(page)
    await popup.getByRole('button', { name: 'Close' }).tap()
    await popup.waitFor({ state: 'detached' })
    expect(await live.seen()).toEqual(before)
    expect(new URL(page.url()).searchParams.get('zone')).toBeNull()
  })

  seldom('a long press opens the overview; a drag and a pinch are not taps', async () => {
    const live = await openPhone()
    const { page, fingers } = live
    const place = await live.placeOf(zone)
    await fingers.rest(place, 700)
    const popup = page.getByRole('dialog', { name: zone.name })
    await popup.getByRole('button', { name: 'Close' }).tap()
    await popup.waitFor({ state: 'detached' })

    const before = await live.seen()
    await fingers.drag([0, 30, 60, 90].map((by) => ({ x: place.x + by, y: place.y + by })))
    const dragged = await live.seen()
    expect(dragged.longitude).toBeLessThan(before.longitude)
    expect(dragged.latitude).toBeGreaterThan(before.latitude)
    await fingers.pinch(await live.placeOf(zone), 60, 240)
    expect((await live.seen()).zoom).toBeGreaterThan(before.zoom)
    expect(new URL(page.url()).searchParams.get('zone')).toBeNull()
    expect(await popup.count()).toBe(0)
  })
})

describe('the bottom sheet', () => {
  seldom('is at full height while typing, so that results are visible; it lowers for what the map shows', async () => {
    const live = await openPhone()
    const { sheet } = live
    await sheet.getByRole('button', { name: 'Addresses' }).tap()
    const box = sheet.getByLabel('Search locations')
    await box.tap()
    await box.fill(zone.name)
    const zoom = sheet.getByRole('button', { name: 'Zoom to Zone' }).first()
    await zoom.waitFor()
    await expect.poll(async () => (await zoom.boundingBox())?.y ?? 999).toBeLessThan(650)
    await zoom.tap()
    await expect.poll(async () => (await sheet.boundingBox())!.y).toBeGreaterThan(400)
  })

  test('rises to a section, by its buttons and by a drag, with the map usable above it', async () => {
    const live = await openPhone()
    const { page, sheet, fingers } = live
    // The visible part: the sheet is moved, not resized.
    const height = async () => page.viewportSize()!.height - (await sheet.boundingBox())!.y
    await expect.poll(height).toBeLessThan(250)
    const low = await height()
    await sheet.getByRole('button', { name: 'Addresses' }).tap()
    await expect.poll(height).toBeGreaterThan(low + 100)
    const half = await height()
    await live.section('Address Search').getByLabel('Search locations').waitFor()
    await expectAxeClean(page)
    await expectNoSidewaysScroll(page)

    await sheet.getByRole('button', { name: 'Raise the panel' }).tap()
    await expect.poll(height).toBeGreaterThan(half + 50)
    expect(await sheet.getByRole('button', { name: 'Raise the panel' }).isDisabled()).toBe(true)
    await sheet.getByRole('button', { name: 'Lower the panel' }).tap()
    await expect.poll(height).toBe(half)

    const { x, y, width } = (await sheet.boundingBox())!
    await fingers.drag([0, 80, 160, 240, 320, 400].map((by) => ({ x: x + width / 4, y: y + 14 + by })))
    await expect.poll(height).toBe(low)
    await fingers.tap(await live.placeOf(zone))
    await expect.poll(() => new URL(page.url()).searchParams.get('zone')).toBe(String(zone.pk))
  })
})
