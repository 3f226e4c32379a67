import { beforeAll, describe, expect, test } from 'vitest'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { useSite } from '../browser/site.ts'
import { liveMap, openMap, readZones, restingAddress, untilUsable } from './live-map.ts'
import type { LiveMap } from './live-map.ts'
import { lotsAmidTown } from './zones-of-town.ts'

const site = useSite()
let zone: ZoneOutline
beforeAll(async () => {
  zone = lotsAmidTown(await readZones(site.baseUrl))[0]!
})

/** Everything that an address can hold. */
async function stateOf({ page, section }: LiveMap) {
  const legend = section('Legend')
  return {
    address: new URL(await restingAddress(page)).search,
    shown: await legend
      .getByRole('checkbox', { includeHidden: true })
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked)),
    opacities: await legend
      .getByRole('slider', { includeHidden: true })
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
    base: await legend
      .getByRole('radio', { includeHidden: true })
      .evaluateAll((all) => all.findIndex((each) => (each as HTMLInputElement).checked)),
    years: await section('Images & Media')
      .getByRole('slider', { includeHidden: true })
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
  }
}

/** A map with everything changed. */
async function changed(): Promise<LiveMap> {
  const live = await openMap(site)
  const { page, section } = live
  const legend = section('Legend')
  const { title, year } = DEMO_MAP_LAYERS.overlays[2]!
  await legend.getByRole('checkbox', { name: `${title} ${year}` }).check()
  const slider = legend.getByRole('slider', { name: `Opacity of ${title} ${year}` })
  await slider.focus()
  for (let press = 0; press < 3; press++) await page.keyboard.press('PageDown')
  const place = await live.placeOf(zone)
  await page.mouse.click(place.x, place.y)
  await section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
  await section('Images & Media').getByLabel('From year').fill('1850')
  await page.keyboard.press('Enter')
  return live
}

describe('a view of the map', () => {
  test('is in the address: a new browser shows the same; it survives a visit to another page, and a reload', async () => {
    const live = await changed()
    const state = await stateOf(live)
    const params = new URLSearchParams(state.address)
    expect([...params.keys()].toSorted()).toEqual(['at', 'base', 'maps', 'years', 'zone'])

    const other = await openMap(site, `/${state.address}`)
    await other.section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
    await other.expectOpen('Images & Media', true)
    await other.expectOpen('Legend', false)
    expect(await stateOf(other)).toEqual(state)

    const { page } = live
    await page.getByRole('banner').getByRole('link', { name: 'Collection' }).click()
    await page.waitForURL('**/collection/')
    await page.getByRole('banner').getByRole('link', { name: 'Map' }).click()
    await untilUsable(page)
    await liveMap(page).section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
    expect(await stateOf(liveMap(page))).toEqual(state)
    expect(await page.getByRole('button', { name: 'Close the welcome' }).count(), 'it was closed for good').toBe(0)

    await page.reload()
    await untilUsable(page)
    await liveMap(page).section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
    expect(await stateOf(liveMap(page))).toEqual(state)
    await page.goBack()
    await page.waitForURL('**/collection/')
  })

  test('is copied as a link', async () => {
    const live = await openMap(site, `/?zone=${zone.pk}&base=osm`, {
      prepare: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
    })
    const { page } = live
    await live.section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()
    await restingAddress(page)
    await page.getByRole('button', { name: 'Copy link to this view' }).click()
    await page.getByText('Link copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  })
})
