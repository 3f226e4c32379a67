import { beforeAll, expect, test } from 'vitest'
import type { Page, Route } from 'playwright'
import type { SettingsForm } from '#contract/settings.ts'
import { TEXT as DESK } from '#islands/review/messages.ts'
import { TEXT } from '#islands/review/settings/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { logIn } from './account/people.ts'
import { newUser, type User } from './account/users.ts'
import { expectFitsEverywhere, useSite, type Look } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'
import { seldom } from '../setup/seldom.ts'

const site = useSite()
let cora: User
let ada: User
beforeAll(async () => {
  cora = await newUser(site, 'Cora Wren', 'staff')
  ada = await newUser(site, 'Ada Wren', 'administrator')
})

/** Answers as the server does, with other fields. */
const withFields = (fields: object) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: { ...((await response.json()) as object), ...fields } })
}
const openSettings = ({ session }: User, look: Look = {}): Promise<Page> =>
  site.open(STAFF_ADDRESS.settings, { session, ...look })
const readForm = () => ada.read<SettingsForm>('/api/settings/form/')

test('an administrator sets name and place, and reads what is wrong at its field', async () => {
  const page = await openSettings(ada)
  const save = page.getByRole('button', { name: TEXT.save })
  await page.getByLabel('Name of the society').waitFor()
  await expectFitsEverywhere(page)
  expect(await save.count(), 'nothing to save').toBe(0)

  // Nothing of the demo town is changed: what is sent is enough.
  let sent: Record<string, unknown> = {}
  const { settings: before } = await readForm()
  await page.route('**/api/settings/', async (route) => {
    sent = route.request().postDataJSON() as typeof sent
    const response = await page.request.get(`${site.baseUrl}/api/settings/`)
    const settings = { ...before, ...sent }
    const rest = { contexts: [], has_hub_key: false, first_run: false, changed: null }
    await route.fulfill({ response, json: { settings, version: 'next', logo: null, ...rest } })
  })
  const name = page.getByLabel('Name of the society')
  await name.fill('')
  await page.keyboard.press('Enter')
  await page.getByText("The name of the society can't be empty.").waitFor()
  await expectFocused(name)
  expect(sent).toEqual({})
  await name.fill('Perth Museum')

  const latitude = page.getByLabel('Latitude')
  const north = Number(await latitude.inputValue())
  const map = page.getByRole('application', { name: TEXT.mapLabel })
  await map.click({ position: { x: 60, y: 20 } })
  await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(north)
  await page.getByRole('searchbox', { name: TEXT.find }).fill('lot 1')
  const place = page.getByRole('list', { name: TEXT.find }).getByRole('button').first()
  await place.focus()
  const clicked = await latitude.inputValue()
  await page.keyboard.press('Enter')
  await expect.poll(() => latitude.inputValue()).not.toBe(clicked)
  await page.getByRole('searchbox', { name: TEXT.find }).fill(' 44.9, -76.25 ')
  await page.keyboard.press('Enter')
  await expect.poll(() => latitude.inputValue()).toBe('44.90000')
  await page.getByRole('radio', { name: 'Plum' }).check()
  await page.getByLabel('About the archive').fill('We are **volunteers**.')

  const folded = page.getByRole('heading', { name: 'Base maps of other servers' })
  await folded.click()
  await page.getByRole('button', { name: TEXT.addBaseMap }).click()
  const base = page.getByRole('group', { name: TEXT.baseMap(1) })
  await base.getByLabel(TEXT.mapName).fill('County of Perth')
  const tiles = page.getByRole('group', { name: 'County of Perth' }).getByLabel(TEXT.tileAddress)
  await tiles.fill('https://tiles.perth.example')
  await folded.click()
  await save.click()
  await page.getByText('Enter an address such as https://tile.example.org/{z}/{x}/{y}.png.').waitFor()
  await expectFocused(tiles)
  expect(sent).toEqual({})
  await tiles.fill('https://tiles.perth.example/{z}/{x}/{y}.png')
  await save.click()
  await page.getByText('Saved. All pages are being built again').waitFor()
  await expectFocused(page.getByText('Saved. All pages'))
  expect(await save.count(), 'all is saved').toBe(0)
  // Only what was changed.
  expect(Object.keys(sent).sort()).toEqual(['aboutText', 'baseMaps', 'latitude', 'longitude', 'name', 'palette'])
  expect(sent).toMatchObject({
    name: 'Perth Museum',
    latitude: Number(await latitude.inputValue()),
    palette: 'plum',
    baseMaps: [{ id: 'osm' }, { id: 'county-of-perth', tiles: 'https://tiles.perth.example/{z}/{x}/{y}.png' }],
  })
})

test('what another administrator changed meanwhile is shown beside the own value, and decided first', async () => {
  const before = await readForm()
  const by = { id: 1, name: 'Ben Finch' }
  const theirs = {
    ...before,
    settings: { ...before.settings, tagline: 'Theirs', donate: 'https://give.example/' },
    ...{ version: 'theirs', changed: { at: new Date().toISOString(), by } },
  }
  const page = await openSettings(ada, { expected: /412/ })
  const [tagline, donate] = [page.getByLabel('Tagline'), page.getByLabel('Page for donations')]
  await tagline.fill('Mine')
  await page.getByLabel('Tutorial').fill('https://tutorial.example/')
  // Another administrator saves: as the server answers (tests/stores/review/settings), without a build of the demo town.
  await page.route('**/api/settings/form/', (route) => route.fulfill({ json: theirs }))
  const sent: unknown[] = []
  await page.route('**/api/settings/', async (route) => {
    const edit = route.request().postDataJSON() as object
    sent.push([route.request().headers()['if-match'], edit])
    if (sent.length === 1) return route.fulfill({ status: 412, json: { detail: 'Changed.' } })
    return route.fulfill({ json: { ...theirs, settings: { ...theirs.settings, ...edit }, version: 'next' } })
  })
  await page.getByRole('button', { name: TEXT.save }).click()
  const conflict = page.getByRole('alert')
  await conflict.getByText('Ben Finch changed the same settings').waitFor()
  await conflict.getByText('Theirs', { exact: true }).waitFor()
  await conflict.getByRole('button', { name: 'Keep Mine' }).click()
  await expectFocused(page.getByRole('button', { name: TEXT.save }))
  expect([await tagline.inputValue(), await donate.inputValue()]).toEqual(['Mine', 'https://give.example/'])
  await page.getByRole('button', { name: TEXT.save }).click()
  await page.getByText('Saved. All pages are being built again').waitFor()
  const edit = { tagline: 'Mine', tutorial: 'https://tutorial.example/' }
  expect(sent).toEqual([
    [`"${before.version}"`, edit],
    ['"theirs"', edit],
  ])
})

seldom('a new archive greets its administrator with its settings, until they are put off', async () => {
  const page = await site.open(ADDRESS.login)
  await page.route('**/auth/users/me/', withFields({ next: STAFF_ADDRESS.settings }))
  await page.route('**/api/settings/form/', withFields({ first_run: true }))
  await logIn(page, ada.email)
  await page.getByRole('heading', { name: TEXT.welcome }).waitFor()
  expect(page.url()).toBe(`${site.baseUrl}${STAFF_ADDRESS.settings}`)
  await page.unroute('**/auth/users/me/')
  await page.route('**/api/settings/later/', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: TEXT.later }).click()
  await expect.poll(() => page.url()).toBe(`${site.baseUrl}${ADDRESS.map}`)
})

test('a cataloguer is told that the page is not for them', async () => {
  const page = await openSettings(cora)
  await page.getByText(DESK.notStaff).waitFor()
})
