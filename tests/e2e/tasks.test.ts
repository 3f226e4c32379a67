import { beforeAll, expect, test } from 'vitest'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { itemAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneView } from '#views/zone.ts'
import { useSite } from './browser/site.ts'
import { findItem, openCollection } from './collection/live-collection.ts'
import { openMap, readZones } from './map/live-map.ts'
import { lotsAmidTown } from './map/zones-of-town.ts'

/** What visitors come for, each in at most three actions from the home page or the page at hand. Each line with `act` is one action. */
const MOST = 3
let actions = 0
async function act(...steps: (() => Promise<unknown>)[]): Promise<void> {
  actions++
  for (const step of steps) await step()
}
/** Counts the actions of a task. */
const task = (name: string, body: () => Promise<void>) =>
  test(name, async () => {
    actions = 0
    await body()
    expect(actions).toBeLessThanOrEqual(MOST)
  })

const site = useSite()
/** A lot that somebody owned in 1880, and one next to it that somebody owned. */
let lot: ZoneView
let next: ZoneView
const readZone = async (pk: number) => (await (await fetch(`${site.baseUrl}/data/zones/${pk}.json`)).json()) as ZoneView
beforeAll(async () => {
  for (const { pk } of lotsAmidTown(await readZones(site.baseUrl))) {
    lot = await readZone(pk)
    if (!lot.ownership.some(({ date }) => date !== null && date <= 18801231)) continue
    const around = await Promise.all(lot.map!.neighbours.map(({ href }) => readZone(Number(href.split('/')[2]))))
    const owned = around.find(({ ownership }) => ownership.length > 0)
    if (!owned) continue
    next = owned
    return
  }
})

task('find my grandmother', async () => {
  const { people } = await findItem(site, (item) => item.people.length > 0)
  const { first_name, surname } = people[0]!
  const page = await site.open('/')
  const name = `${first_name} ${surname}`
  await act(async () => {
    await page.getByRole('banner').getByLabel('Search the archive').focus()
    await page.getByRole('banner').getByRole('combobox', { name: 'Search the archive' }).fill(name)
  })
  await act(() => page.getByRole('listbox').getByRole('option').filter({ hasText: surname }).first().click())
  await page.getByRole('heading', { level: 1 }).filter({ hasText: surname }).waitFor()
})

task('what stood on this lot in 1880', async () => {
  const live = await openMap(site)
  const zone = (await readZones(site.baseUrl)).find(({ pk }) => pk === lot.pk)!
  const place = await live.placeOf(zone)
  await act(() => live.page.mouse.dblclick(place.x, place.y))
  const popup = live.page.getByRole('dialog', { name: zone.name })
  const years = popup.getByRole('region', { name: 'Years at a glance' })
  await act(() => years.getByRole('slider', { name: 'Look at a year' }).fill('1880'))
  await years
    .getByRole('status')
    .filter({ hasText: /^1880: owned by / })
    .waitFor()
})

task('all postcards of the harbour, 1900 to 1910', async () => {
  const { page, refine, results } = await openCollection(site)
  await act(
    () => page.getByRole('main').getByRole('searchbox').fill('harbour postcard'),
    () => page.keyboard.press('Enter'),
  )
  for (const [label, year] of [
    ['From year', '1900'],
    ['To year', '1910'],
  ] as const) {
    await act(
      () => refine.getByLabel(label).fill(year),
      () => page.keyboard.press('Enter'),
    )
  }
  await expect.poll(() => page.url()).toMatch(/from=1900&to=1910/)
  await results.locator('[aria-busy=false]').waitFor({ state: 'attached' })
  const cards = results.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  expect(await cards.count()).toBeGreaterThan(0)
  expect(await cards.count()).toBe(await cards.filter({ hasText: 'Postcard' }).count())
})

task('compare the town plan of 1856 with today', async () => {
  const { page, section } = await openMap(site)
  const { title, year } = DEMO_MAP_LAYERS.overlays.find((overlay) => overlay.year === 1856)!
  await act(() =>
    section('Legend')
      .getByRole('checkbox', { name: `${title} ${year}` })
      .check(),
  )
  await act(() => page.getByRole('button', { name: 'Compare two maps' }).click())
  const comparison = page.getByRole('region', { name: 'Compare two maps' })
  await comparison.getByRole('slider').waitFor()
  const shown = await comparison
    .getByRole('combobox')
    .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).selectedOptions[0]!.text))
  expect(shown[0]).toBe(`${title} ${year}`)
})

task('cite, download and share this photograph', async () => {
  const photo = await findItem(site, ({ type, item_scans }) => type === 'photograph' && item_scans.length > 0)
  const page = await site.open(itemAddress(photo.id), {
    prepare: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
  })
  const tools = page.getByRole('region', { name: 'Use this item' })
  await act(() => page.getByRole('link', { name: 'Cite', exact: true }).click())
  await act(() => tools.getByRole('button', { name: 'Copy the permanent link' }).click())
  await tools.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  expect(await tools.getByText(photo.title).count(), 'the citation').toBeGreaterThan(0)
  const download = page.waitForEvent('download')
  await act(() =>
    page
      .getByRole('link', { name: /^Download .*JPEG/ })
      .first()
      .click(),
  )
  expect((await download).suggestedFilename()).toMatch(/\.jpe?g$/)
})

task('who lived next door', async () => {
  const page = await site.open(zoneAddress(lot.pk))
  const links = page.getByRole('figure').filter({ hasText: 'Next to it' }).getByRole('listitem').getByRole('link')
  await act(() => links.filter({ hasText: next.name }).first().click())
  await page.getByRole('heading', { level: 1, name: next.name }).waitFor()
  // Without another action.
  const owners = page.getByRole('table', { name: 'Years at a glance' }).getByRole('link')
  await owners.filter({ hasText: next.ownership[0]!.person.text }).first().waitFor()
})
