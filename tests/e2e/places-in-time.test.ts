import { beforeAll, expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import { ADDRESS, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { newUser, type User } from './account/users.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from './browser/site.ts'
import { addPlace, done, numberOf, openPlaces, press, removePlace, titleOf } from './places-desk.ts'

const site = useSite()
const at = Date.now()
let wren: User
beforeAll(async () => {
  wren = await newUser(site, 'Ida Wren', 'staff')
})
const fieldsOf = async (zone: number) => (await wren.record('locations', zone)).fields

test('a lot that was split in a year ends, two new ones come out of it, and an undo takes them away again', async () => {
  const [lot, north, south] = [`Lot ${at}`, `Lot ${at} A`, `Lot ${at} B`]
  const page = await openPlaces(site, wren)
  const old = await addPlace(page, lot, -81.734)
  await press(page, 'Split…')
  await page.getByLabel('Points of the line').fill('-81.75, 43.5805\n-81.73, 43.5805')
  const year = page.getByLabel('In which year? (optional)')
  await year.fill('in spring')
  await page.getByLabel('Name', { exact: true }).fill(north)
  await page.getByLabel('Name of the second place').fill(south)
  await page.getByLabel('Address of the second place').fill('14 Pier Street')
  await expectFitsEverywhere(page)
  await press(page, 'Split')
  await page.getByText('Enter a year, such as 1881.').waitFor()
  await expect.poll(() => year.evaluate((input) => input === document.activeElement)).toBe(true)
  await year.fill('1881')
  await expectAxeClean(page)
  await press(page, 'Split')
  const said = `“${lot}” became “${north}” and “${south}” in 1881.`
  await done(page, said)
  await titleOf(page, lot).waitFor()
  expect(await fieldsOf(old)).toMatchObject({ date_end: 18810000 })
  await page.getByLabel('Existed until', { exact: true }).waitFor()

  // Both are places of their own, and name the old one.
  await press(page, 'All Places')
  await page.getByLabel('Search places').fill(south)
  await page.getByRole('list').getByRole('link', { name: south }).press('Enter')
  await page.getByRole('list', { name: 'Earlier places: chosen' }).getByText(lot).waitFor()
  const begun = { date_start: 18810000, predecessors: [old], succession: 'split' }
  expect(await fieldsOf(numberOf(page))).toMatchObject({ ...begun, address: '14 Pier Street' })
  await expectFitsEverywhere(page)

  // A circle is refused at its field.
  await press(page, 'All Places')
  await page.getByLabel('Search places').fill(String(old))
  await page.getByRole('list').getByRole('link', { name: lot }).first().press('Enter')
  await page.getByRole('combobox', { name: 'Earlier places' }).fill(`${at} B`)
  await page.getByRole('option', { name: south }).click()
  await press(page, 'Save')
  await page.getByText(API.ownPredecessor).waitFor()
  await press(page, 'Undo Changes')

  await page.goto(`${site.baseUrl}/review/undo/?kind=locations`)
  await page.getByRole('button', { name: `Undo: ${said.slice(0, -1)}` }).press('Enter')
  await done(page, `Undone: ${said}`)
  expect(await fieldsOf(old)).toMatchObject({ date_end: null })
  await page.goto(`${site.baseUrl}/review/places/`)
  await page.getByLabel('Search places').fill(String(at))
  await page.getByRole('heading', { level: 2, name: '1 place', exact: true }).waitFor()
  await removePlace(page, lot)
})

test('lots that were joined in a year end and keep what is theirs; undone, they go on', async () => {
  const [one, two, both] = [`Shed ${at}`, `Barn ${at}`, `Works ${at}`]
  const page = await openPlaces(site, wren)
  const first = await addPlace(page, one, -81.733)
  await press(page, 'All Places')
  const second = await addPlace(page, two, -81.732)
  await press(page, 'Join…')
  await page.getByLabel('Another place').fill(one)
  await page.getByRole('list').getByRole('button', { name: one }).press('Enter')
  await page.getByLabel('In which year? (optional)').fill('1912')
  await page.getByText('Everything that belongs to these places stays with them.').waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.getByLabel('Name', { exact: true }).fill(both)
  await page.getByLabel('Address', { exact: true }).fill('1 Quay')
  await expectFitsEverywhere(page)
  await expectAxeClean(page)
  await press(page, 'Join 2 Places')
  const said = `“${two}” and “${one}” became “${both}” in 1912.`
  await done(page, said)
  await titleOf(page, both).waitFor()
  const added = numberOf(page)
  expect(await fieldsOf(added)).toMatchObject({ date_start: 19120000, predecessors: [second, first], succession: 'joined' })
  expect((await fetch(site.baseUrl + zoneAddress(second), { redirect: 'manual' })).status).toBe(200)
  await press(page, `Undo: ${said}`)
  await done(page, `Undone: ${said}`)
  await titleOf(page, two).waitFor()
  for (const each of [first, second]) expect(await fieldsOf(each)).toMatchObject({ date_end: null })
  for (const each of [one, two]) {
    await page.goto(`${site.baseUrl}/review/places/`)
    await removePlace(page, each)
  }
}) // prettier-ignore

test('a resident of a census and an earlier name are added under their place', async () => {
  const person = await wren.create('/api/people/', { first_name: 'Ada', surname: `Gable${at}` })
  // A queue without pictures, which would be made first.
  const page = await site.open(`${ADDRESS.review}?state=discarded&record=locations/3`, { session: wren.session })
  const residents = page.getByRole('region', { name: /^Residents/ })
  await residents.getByRole('button', { name: 'Add a Resident' }).press('Enter')
  const form = residents.getByRole('form', { name: 'Add a Resident' })
  await form.getByRole('combobox', { name: 'Person' }).fill(`Gable${at}`)
  await page.getByRole('option', { name: `Ada Gable${at}` }).click()
  await form.getByLabel('From', { exact: true }).fill('1871')
  await form.getByLabel('Lived there as').selectOption({ label: 'Boarder' })
  await form.getByLabel('Place in the household').fill('4')
  await form.getByLabel('Source').fill('Census of 1871, page 12')
  await expectFitsEverywhere(page)
  await expectAxeClean(page)
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  const row = residents.getByRole('listitem').filter({ hasText: `Ada Gable${at}` })
  await row.getByText('Boarder').waitFor()

  const names = page.getByRole('region', { name: /^Earlier names/ })
  await names.getByRole('button', { name: 'Add an Earlier Name' }).press('Enter')
  await names.getByLabel('Name or address').fill(`12 Old Street ${at}`)
  await names.getByLabel('Until', { exact: true }).fill('1912')
  await names.getByRole('button', { name: 'Save' }).press('Enter')
  await names.getByRole('button', { name: `Edit 12 Old Street ${at}` }).waitFor()

  // Under the person it is where she lived.
  await page.goto(`${site.baseUrl}${ADDRESS.review}?state=discarded&record=people/${person}`)
  const lived = page.getByRole('region', { name: /^Lived at/ })
  await lived.getByText('1871').first().waitFor()
  await lived.getByRole('listitem').getByRole('button', { name: /^Edit/ }).first().press('Enter')
  expect(await lived.getByLabel('Place in the household').inputValue()).toBe('4')
})
