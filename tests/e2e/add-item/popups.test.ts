import type { Page } from 'playwright'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Collection } from '#contract/collection.ts'
import { FORM } from '#contract/messages.ts'
import type { Person, Relationship } from '#contract/person.ts'
import { lifeSpan } from '#rules/dates/display-dates.ts'
import { personName } from '#rules/names/record-names.ts'
import { newUser, type User } from '../account/users.ts'
import { expectFitsEverywhere, useSite, type Look } from '../browser/site.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
let wen: User
let people: Person[]
/** Somebody of the town with a name of their own. */
let known: Person
beforeAll(async () => {
  wen = await newUser(site, 'Wen Volunteer')
  people = await wen.read<Person[]>('/api/people/')
  const isPlain = (person: Person) => [person.first_name, person.surname].every((name) => /^[A-Z][a-z]{4,}$/.test(name))
  const names = people.map((person) => `${person.first_name} ${person.surname}`)
  known = people.find((person, at) => isPlain(person) && names.indexOf(names[at]!) === names.lastIndexOf(names[at]!))!
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const chosen = (page: Page, label: string) => page.getByRole('list', { name: `${label}: chosen`, exact: true })
async function open(page: Page, { type, add, label }: { type: string; add: string; label: string }) {
  await page.getByRole('combobox', { name: label, exact: true }).fill(type)
  await page.getByRole('button', { name: add, exact: true }).click()
  await dialogOf(page).getByRole('heading', { name: add }).waitFor()
  return dialogOf(page)
}
async function begin(look: Look = {}) {
  const page = await site.open('/add-item/', { session: wen.session, ...look })
  await page.getByLabel('What are you adding?').selectOption('photograph')
  return page
}
const portrait = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: '#a98' } })
    .jpeg()
    .toBuffer(),
})
const isFocused = (element: Element) => element === document.activeElement

test('a person with two parents, a grave and a portrait becomes a tag that waits for review', async () => {
  const page = await begin()
  const dialog = await open(page, { type: 'Zebulon Quill Newcomer', add: 'Add a person', label: 'People Tags' })
  expect(await dialog.getByLabel('Middle name').inputValue()).toBe('Quill')
  await dialog.getByLabel('Born').fill('1880')
  await dialog.getByLabel('Sex').selectOption('male')
  const parents = dialog.getByRole('combobox', { name: 'Parents' })
  const [one, other] = [known, people.find(({ id, surname }) => id !== known.id && surname.length > 3)!]
  for (const parent of [one, other]) {
    await parents.fill(personName(parent))
    await dialog
      .getByRole('option', { name: personName(parent) })
      .first()
      .click()
  }
  await dialog.getByLabel('Grave').fill('Plot 12')
  await dialog.getByLabel('Portrait').setInputFiles(await portrait('zeb.jpg'))
  await dialog.getByLabel('Preview of zeb.jpg').waitFor()
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => chosen(page, 'People Tags').innerText())
    .toMatch(/Zebulon Quill Newcomer, born 1880\W+waiting for review/)
  expect(await page.getByRole('combobox', { name: 'People Tags' }).inputValue()).toBe('')
  await expect.poll(() => page.getByRole('button', { name: 'Add a person' }).evaluate(isFocused)).toBe(true)

  const [added] = await wen.read<Person[]>('/api/people/?search=Newcomer')
  expect(added).toMatchObject({ first_name: 'Zebulon', date_of_birth: 1880_00_00, sex: 'male', visibility: 'draft' })
  const rows = await wen.read<Relationship[]>(`/api/people/relationships/?person2=${added!.id}`)
  expect(rows).toHaveLength(2)
})

test('a likely duplicate is chosen with one key', async () => {
  const page = await begin()
  const typed = `${known.first_name} ${known.surname.slice(0, -2)}${known.surname.at(-1)}${known.surname.at(-2)}`
  const dialog = await open(page, { type: typed, add: 'Add a person', label: 'People Tags' })
  await dialog.getByLabel('First name').press('Enter')
  await dialog.getByRole('heading', { name: /^Did you mean/ }).waitFor()
  const first = dialog.getByRole('listitem').first().getByRole('button')
  expect(await first.evaluate(isFocused)).toBe(true)
  expect(await first.innerText()).toContain(personName(known))
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  expect(await dialog.getByLabel('Surname').inputValue()).not.toBe(known.surname)
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await first.waitFor()
  await page.keyboard.press('1')
  await dialog.waitFor({ state: 'detached' })
  const years = lifeSpan(known)
  expect(await chosen(page, 'People Tags').innerText()).toContain([personName(known), years].filter(Boolean).join(', '))
})

test('by keyboard: the sentences stand at the fields, and what was typed comes back after a closed tab', async () => {
  const page = await begin()
  await page.getByRole('button', { name: 'Add a person' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await dialog.getByLabel('First name').waitFor()
  await dialog.getByLabel('Surname').fill('Quillfeather')
  await dialog.getByLabel('Born').fill('18')
  await page.keyboard.press('Enter')
  await dialog.getByText(FORM.personFirstName).waitFor()
  await dialog.getByText(/We can't read this date/).waitFor()
  await expect.poll(() => dialog.getByLabel('First name').evaluate(isFocused)).toBe(true)
  await expectFitsEverywhere(page)
  await page.keyboard.type('Ann')
  await dialog.getByLabel('Portrait').setInputFiles(await portrait('ann.jpg'))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/Saved on this device/).waitFor()
  await page.waitForTimeout(600)
  await page.reload()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await dialog.getByText(/You began this earlier/).waitFor()
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Ann')
  expect(await dialog.getByLabel('Surname').inputValue()).toBe('Quillfeather')
  await dialog.getByLabel('Preview of ann.jpg').waitFor()
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await dialog.getByLabel('Preview of ann.jpg').waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Surname').inputValue()).toBe('')
})

seldom('a collection with its level and parent, for a user of the society', async () => {
  const { session } = await newUser(site, 'Sue Society', 'staff')
  const page = await begin({ session })
  const dialog = await open(page, { type: 'Quill papers', add: 'Add Collection', label: 'Collection' })
  await dialog.getByRole('button', { name: 'Add Collection' }).click()
  await dialog.getByText(FORM.collectionDescription).waitFor()
  await dialog.getByLabel('Description').fill('Letters of the printers.')
  await dialog.getByLabel('Hierarchy').selectOption('series')
  const [parent] = await wen.read<Collection[]>('/api/collections/')
  await dialog.getByRole('combobox', { name: 'Part of' }).fill(parent!.collection_name)
  await dialog.getByRole('option', { name: parent!.collection_name }).first().click()
  await expectFitsEverywhere(page)
  await dialog.getByRole('button', { name: 'Add Collection' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => chosen(page, 'Collection').innerText()).toContain('Quill papers')
})

test('a place is chosen by keyboard and by a click on the map', async () => {
  const page = await begin()
  await page.getByRole('button', { name: 'Choose on the map' }).click()
  const map = page.getByRole('application')
  await map.waitFor()
  const status = page.getByRole('status').filter({ hasText: /Chosen|Click the place/ })
  await status.waitFor()
  await expect
    .poll(async () => {
      await map.press('Enter')
      return status.innerText()
    })
    .toMatch(/^Chosen: ./)
  const first = await chosen(page, 'Location').innerText()
  await map.press('ArrowRight')
  await map.press('Enter')
  await expect.poll(() => chosen(page, 'Location').innerText()).not.toBe(first)
  // The zone that was chosen last is still in the middle.
  await chosen(page, 'Location').getByRole('button').click()
  await map.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await map.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect.poll(() => chosen(page, 'Location').count()).toBe(1)
})
