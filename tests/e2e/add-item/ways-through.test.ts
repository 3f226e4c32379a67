import { beforeAll, expect, test } from 'vitest'
import { newUser, type User } from '../account/users.ts'
import { expectFitsEverywhere, useSite } from '../browser/site.ts'
import { isFocused, openWizard, section, typeOf, untilSaved } from './wizard-user.ts'

const site = useSite()
let wen: User
beforeAll(async () => {
  wen = await newUser(site, 'Wen Volunteer')
})
const heading = (name: string) => ({ name, exact: true, level: 2 }) as const

test('by keyboard: arrow keys step between sections, but not in fields; Next and Back scroll', async () => {
  const page = await openWizard(site, wen)
  await typeOf(page).focus()
  await page.keyboard.press('p')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await section(page, 'Type').getByRole('button', { name: 'Next' }).evaluate(isFocused)).toBe(true)
  await page.keyboard.press('Enter')
  const images = page.getByRole('heading', heading('Images'))
  await expect.poll(() => images.evaluate(isFocused)).toBe(true)
  await page.keyboard.press('ArrowDown')
  const place = page.getByRole('heading', heading('Location and time'))
  await expect.poll(() => place.evaluate(isFocused)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('heading', heading('Description')).evaluate(isFocused)).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => place.evaluate(isFocused)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => images.evaluate(isFocused)).toBe(true)

  const title = page.getByLabel('Title', { exact: true })
  await title.focus()
  await page.keyboard.type('Mill')
  await page.keyboard.press('ArrowLeft')
  expect(await title.evaluate(isFocused)).toBe(true)
  await section(page, 'Description').getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => place.evaluate(isFocused)).toBe(true)
})

test('a draft comes back with its date; others are listed, and thrown away only after a question', async () => {
  const page = await openWizard(site, wen)
  await typeOf(page).selectOption('postcard')
  await page.getByLabel('Title', { exact: true }).fill('Greetings from the bay')
  await untilSaved(page)
  await page.reload()
  await page.getByText(/This is your draft of \d\d:\d\d/).waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Greetings from the bay')

  await page.getByRole('button', { name: 'Start a new item' }).click()
  await expect.poll(() => typeOf(page).inputValue()).toBe('')
  await page.getByText('1 other draft on this device').click()
  await page.getByRole('button', { name: 'Continue: Greetings from the bay' }).click()
  await expect.poll(() => typeOf(page).inputValue()).toBe('postcard')
  await page.getByRole('button', { name: 'Throw this draft away' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Throw this draft away' }).click()
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect.poll(() => typeOf(page).inputValue()).toBe('')
  await page.reload()
  await typeOf(page).waitFor()
  expect(await page.getByText(/This is your draft|other draft/).count()).toBe(0)
})

test('fits every width in both colour schemes', async () => {
  const staff = await newUser(site, 'Sam Staff', 'staff')
  const page = await openWizard(site, staff)
  await typeOf(page).selectOption('photograph')
  await page.getByRole('combobox', { name: 'Collection' }).waitFor()
  await expectFitsEverywhere(page)
})
