import { beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationLocation } from '#contract/organization.ts'
import { organizationAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useSite } from '../browser/site.ts'
import { openMap, readZones } from './live-map.ts'
import { countOf, pictureOf, token } from './pixels.ts'
import { lotsAmidTown } from './zones-of-town.ts'

const site = useSite()
let zones: ZoneOutline[]
let zone: ZoneOutline
beforeAll(async () => {
  zones = await readZones(site.baseUrl)
  zone = lotsAmidTown(zones).find(({ altnames, items }) => altnames.length > 0 && items > 0)!
})

describe('Address Search', () => {
  test('finds by name and by other names, zooms to a zone and opens its overview', async () => {
    const live = await openMap(site)
    const { page, section } = live
    const part = section('Address Search')
    const box = part.getByLabel('Search locations')
    await box.fill(zone.altnames[0]!)
    const result = part.getByRole('listitem').filter({ hasText: zone.name }).first()
    await result.waitFor()
    expect(await result.innerText()).toContain(zone.altnames[0])
    expect(await part.getByRole('status').innerText()).toMatch(/^\d+ results?/)

    await result.getByRole('button', { name: 'Zone Overview' }).click()
    const popup = page.getByRole('dialog', { name: zone.name })
    await popup.getByRole('button', { name: 'Close' }).click()
    await popup.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('zone'), 'an overview selects nothing').toBeNull()
    await expect.poll(() => result.getByRole('button', { name: 'Zone Overview' }).evaluate(isFocused)).toBe(true)

    const before = await live.seen()
    await result.getByRole('button', { name: 'Zoom to Zone' }).click()
    await section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
    const after = await live.seen()
    expect(after.zoom).toBeGreaterThan(before.zoom)
    const [place, room] = [await live.placeOf(zone), (await live.map.boundingBox())!]
    expect(Math.abs(place.x - room.x - room.width / 2)).toBeLessThan(60)
    expect(Math.abs(place.y - room.y - room.height / 2)).toBeLessThan(60)
    await expect.poll(() => new URL(page.url()).searchParams.get('zone')).toBe(String(zone.pk))
  })
})

describe('Organization Search', () => {
  test('highlights its zones in yellow and fits them all; links to its page', async () => {
    const { name, id, places } = await organizationOfPlaces()
    const live = await openMap(site)
    const { page, map, section } = live
    await section('Organization Search').getByRole('heading', { level: 2 }).click()
    const part = section('Organization Search')
    const box = part.getByLabel('Search organizations')
    await box.fill(name.slice(0, 2))
    await part.getByText('Type a few more letters.').waitFor()
    await box.fill(name)
    const result = part.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    const button = result.getByRole('button', { name: 'Highlight Location(s)' })
    await button.waitFor()
    expect(await result.getByRole('link', { name: 'Overview' }).getAttribute('href')).toBe(organizationAddress(id))
    const ochre = await token(page, '--ochre')
    const room = (await map.boundingBox())!

    await button.click()
    await part.getByText(`${places.length} ${places.length === 1 ? 'location' : 'locations'} highlighted`).waitFor()
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    for (const place of places) {
      const at = await live.placeOf(place)
      expect(at.x).toBeGreaterThan(room.x + 50)
      expect(at.x).toBeLessThan(room.x + room.width - 50)
      expect(at.y).toBeGreaterThan(room.y + 50)
      expect(at.y).toBeLessThan(room.y + room.height - 50)
      const clip = { x: at.x - 40, y: at.y - 40, width: 80, height: 80 }
      expect(countOf(await pictureOf(page, clip), ochre), place.name).toBeGreaterThan(20)
    }
    expect(ochre[0], 'businesses are yellow').toBeGreaterThan(ochre[2] + 60)
    expect(new URL(page.url()).searchParams.get('zone'), 'nothing is selected').toBeNull()

    // The marks of places with some items have the colour, too.
    const highlighted = countOf(await pictureOf(page, room), ochre)
    await button.click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
    await expect
      .poll(async () => countOf(await pictureOf(page, room), ochre))
      .toBeLessThan(highlighted - 20 * places.length)
  })
})

const isFocused = (element: Element): boolean => element === document.activeElement

interface Organization {
  id: number
  name: string
  places: ZoneOutline[]
}

/** An organization that was at two places, both with an outline. */
async function organizationOfPlaces(): Promise<Organization> {
  const read = async <T>(path: string) => (await (await fetch(site.baseUrl + path)).json()) as T
  const links = await read<OrganizationLocation[]>('/api/organizations/location/')
  for (const { organization } of links) {
    const own = new Set(links.filter((each) => each.organization === organization).map((each) => each.location))
    const places = zones.filter(({ pk, box }) => own.has(pk) && box)
    if (places.length < 2 || places.length < own.size) continue
    const { name } = await read<{ name: string }>(`/api/organization/${organization}/`)
    return { id: organization, name, places }
  }
  throw new Error('No organization was at two places.')
}
