import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { fromMercator, toMercator } from '#rules/map/geometry.ts'
import { unpackZones } from '#rules/map/zone-outlines.ts'
import type { ZoneOutline, ZonesFile } from '#rules/map/zone-outlines.ts'
import { DEMO_SETTINGS } from '#demo/settings.ts'
import { society } from '#society'
import type { Look, Site } from '../browser/site.ts'
import { pointInside } from './zones-of-town.ts'

type Point = readonly [x: number, y: number]
/** CSS pixels of the window. */
export interface Place {
  x: number
  y: number
}
interface Seen {
  latitude: number
  longitude: number
  zoom: number
}

/** Metres of web mercator in one CSS pixel. */
const metresPerPixel = (zoom: number): number => (2 * Math.PI * 6378137) / (256 * 2 ** zoom)

/** The map page. Zones are drawn on canvas, so their positions are computed from the outlines and the view in the address. */
export interface LiveMap {
  page: Page
  /** The map itself. */
  map: Locator
  /** The view in the address, once it no longer changes. */
  seen(): Promise<Seen>
  /** The window coordinates of a point in web mercator metres. */
  placeAt(point: Point): Promise<Place>
  /** The window coordinates of a point well inside a zone. */
  placeOf(zone: ZoneOutline): Promise<Place>
  /** One of the four sections. */
  section(name: string): Locator
  expectOpen(name: string, open: boolean): Promise<void>
}

/** Blocks tiles of other servers: on a plain background drawn lines keep their colours. */
export const PLAIN = '/?base=osm'

/** Opens the map page, waits until its zones answer, and closes the welcome as the keyboard does. */
export async function openMap(site: Site, path = PLAIN, look: Look = {}): Promise<LiveMap> {
  const page = await site.open(path, look)
  await untilUsable(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close the welcome' }).waitFor({ state: 'detached' })
  // They come when they come, and lie over the colours of lots.
  await page.evaluate(() => document.querySelector('.leaflet-pictures-pane')!.toggleAttribute('hidden', true))
  return liveMap(page)
}

/** Waits until the zones are drawn and both islands are hydrated. */
export async function untilUsable(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('map-usable').length > 0)
  await page.locator('#map-side[data-live]').waitFor()
  await page.locator('#over-map[data-live]').waitFor({ state: 'attached' })
}

export function liveMap(page: Page): LiveMap {
  const map = page.getByRole('application', { name: `Map of ${DEMO_SETTINGS.town}` })
  const section = (name: string) =>
    page
      .getByRole('complementary', { name: 'Map tools' })
      .getByRole('group')
      .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

  async function seen(): Promise<Seen> {
    return seenIn(await restingAddress(page))
  }
  async function placeAt(point: Point): Promise<Place> {
    const { latitude, longitude, zoom } = await seen()
    const centre = toMercator([longitude, latitude])
    const box = (await map.boundingBox())!
    const scale = metresPerPixel(zoom)
    return {
      x: box.x + box.width / 2 + (point[0] - centre[0]) / scale,
      y: box.y + box.height / 2 - (point[1] - centre[1]) / scale,
    }
  }
  return {
    page,
    map,
    section,
    seen,
    placeAt,
    placeOf: (zone) => placeAt(pointInside(zone)),
    async expectOpen(name, open) {
      await expect
        .poll(() => section(name).evaluate((box: HTMLDetailsElement) => box.open), { message: name })
        .toBe(open)
    },
  }
}

/** The view in an address, with the defaults of society.ts. */
function seenIn(address: string): Seen {
  const at = new URL(address).searchParams.get('at')
  if (!at) {
    const [longitude, latitude] = fromMercator(society.map.centre)
    return { latitude, longitude, zoom: society.map.zoom }
  }
  const [latitude = NaN, longitude = NaN, zoom = NaN] = at.replace(/z$/, '').split(',').map(Number)
  return { latitude, longitude, zoom }
}

/** The address is written debounced: waits until it no longer changes. */
export async function restingAddress(page: Page): Promise<string> {
  await page.waitForFunction(() => {
    const state = globalThis as typeof globalThis & { rested?: { href: string; since: number } }
    const now = performance.now()
    if (state.rested?.href !== location.href) state.rested = { href: location.href, since: now }
    return now - state.rested.since > 360
  })
  await page.evaluate(() => delete (globalThis as { rested?: unknown }).rested)
  return page.url()
}

/** The outlines that the product publishes. */
export async function readZones(baseUrl: string): Promise<ZoneOutline[]> {
  const answer = await fetch(`${baseUrl}/data/zones.json`)
  return unpackZones((await answer.json()) as ZonesFile)
}
