import { beforeAll, expect, test } from 'vitest'
import type { Page, Route } from 'playwright'
import { TEXT as DESK } from '#islands/review/messages.ts'
import { TEXT } from '#islands/review/settings/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { activate, createAccount, logIn, sessionOf } from './account/people.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'

const site = useSite()
const at = Date.now()
const CATALOGUER = `settings-cora-${at}@example.org`
const ADMINISTRATOR = `settings-ada-${at}@example.org`
beforeAll(async () => {
  await activate(site.baseUrl, await createAccount(CATALOGUER, 'Cora Wren', 'staff'))
  await activate(site.baseUrl, await createAccount(ADMINISTRATOR, 'Ada Wren', 'administrator'))
})

/** Answers as the server does, with other fields. */
const withFields = (fields: object) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: { ...((await response.json()) as object), ...fields } })
}
const openSettings = async (email: string): Promise<Page> =>
  site.open(STAFF_ADDRESS.settings, { session: await sessionOf(site.baseUrl, email) })

test('an administrator sets name and place, and reads what is wrong at its field', async () => {
  const page = await openSettings(ADMINISTRATOR)
  const save = page.getByRole('button', { name: TEXT.save })
  await save.waitFor()
  await expectFitsEverywhere(page)

  // Nothing of the demo town is changed: what is sent is enough.
  let sent: Record<string, unknown> = {}
  await page.route('**/api/settings/', async (route) => {
    sent = route.request().postDataJSON() as typeof sent
    const response = await page.request.get(`${site.baseUrl}/api/settings/`)
    const settings = { ...sent }
    await route.fulfill({ response, json: { settings, logo: null, first_run: false, changed: null } })
  })
  const name = page.getByLabel('Name of the society')
  await name.fill('')
  await page.keyboard.press('Enter')
  await page.getByText("The name of the society can't be empty.").waitFor()
  await expectFocused(name)
  expect(sent).toEqual({})
  await name.fill('Perth Museum')

  const latitude = page.getByLabel('Latitude')
  const before = Number(await latitude.inputValue())
  const map = page.getByRole('application', { name: TEXT.mapLabel })
  await map.click({ position: { x: 60, y: 20 } })
  await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(before)
  await page.getByRole('searchbox', { name: TEXT.find }).fill('lot 1')
  const place = page.getByRole('list', { name: TEXT.find }).getByRole('button').first()
  await place.focus()
  const clicked = await latitude.inputValue()
  await page.keyboard.press('Enter')
  await expect.poll(() => latitude.inputValue()).not.toBe(clicked)
  await page.getByRole('radio', { name: 'Plum' }).check()

  await page.getByRole('button', { name: TEXT.addBaseMap }).click()
  const base = page.getByRole('group', { name: TEXT.baseMap(1) })
  await base.getByLabel(TEXT.mapName).fill('County of Perth')
  const tiles = page.getByRole('group', { name: 'County of Perth' }).getByLabel(TEXT.tileAddress)
  await tiles.fill('https://tiles.perth.example')
  await save.click()
  await page.getByText('Enter an address such as https://tile.example.org/{z}/{x}/{y}.png.').waitFor()
  await expectFocused(tiles)
  expect(sent).toEqual({})
  await tiles.fill('https://tiles.perth.example/{z}/{x}/{y}.png')
  await save.click()
  await page.getByText('Saved. All pages are being built again').waitFor()
  expect(sent).toMatchObject({
    name: 'Perth Museum',
    latitude: Number(await latitude.inputValue()),
    zoom: 15,
    palette: 'plum',
    embeds: expect.arrayContaining(['player.vimeo.com']) as unknown,
    baseMaps: [{ id: 'osm' }, { id: 'county-of-perth', tiles: 'https://tiles.perth.example/{z}/{x}/{y}.png' }],
  })
})

test('a new archive greets its administrator with its settings, until they are put off', async () => {
  const page = await site.open(ADDRESS.login)
  await page.route('**/auth/users/me/', withFields({ next: STAFF_ADDRESS.settings }))
  await page.route('**/api/settings/form/', withFields({ first_run: true }))
  await logIn(page, ADMINISTRATOR)
  await page.getByRole('heading', { name: TEXT.welcome }).waitFor()
  expect(page.url()).toBe(`${site.baseUrl}${STAFF_ADDRESS.settings}`)
  await expectAxeClean(page)
  await page.unroute('**/auth/users/me/')
  await page.route('**/api/settings/later/', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: TEXT.later }).click()
  await expect.poll(() => page.url()).toBe(`${site.baseUrl}${ADDRESS.map}`)
})

test('a cataloguer is told that the page is not for them', async () => {
  const page = await openSettings(CATALOGUER)
  await page.getByText(DESK.notStaff).waitFor()
})
