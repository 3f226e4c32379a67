import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { EXPORT as REFUSAL } from '#contract/review-messages.ts'
import { EXPORT } from '#islands/review/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { newUser, type User } from './account/users.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()
const at = Date.now()
let cora: User
let nora: User
beforeAll(async () => {
  nora = await newUser(site, `Nora ${at}`)
  cora = await newUser(site, 'Cora Wren', 'staff')
})

/** Presses the button of the dialog. Returns the name of the file and its text. */
async function save(page: Page): Promise<[name: string, text: string]> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save File' }).click()
  const file = await coming
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return [file.suggestedFilename(), await readFile((await file.path())!, 'utf8')]
}

test('the desk saves what its filters list, and published records, as files', async () => {
  for (const n of [1, 2]) await nora.submit(`=Barn ${n} of ${at}`)
  const page = await site.open(`${ADDRESS.review}?search=${at}`, { session: cora.session, expected: /400/ })
  const open = page.getByRole('button', { name: 'Export…' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Export records to a file' })
  await dialog.waitFor()
  await expectFitsEverywhere(page)
  const [name, text] = await save(page)
  expect(name).toMatch(/^items-\d{4}-\d\d-\d\d\.csv$/)
  expect(text.startsWith('\uFEFFid,')).toBe(true)
  expect(text.match(new RegExp(`'=Barn \\d of ${at}`, 'g'))).toHaveLength(2)
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)

  // Formats that drafts do not have are not offered. Nothing to save: it says so, and the dialog stays.
  await open.click()
  expect(await dialog.getByLabel(EXPORT.format).locator('option').allInnerTexts()).toEqual(['CSV', 'Excel (XLSX)'])
  await dialog.getByLabel(EXPORT.state).selectOption('published')
  await dialog.getByLabel(EXPORT.format).selectOption('dublin-core')
  await page.getByRole('button', { name: 'Save File' }).click()
  await dialog.getByText(REFUSAL.none).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(site.baseUrl + ADDRESS.review)
  await open.click()
  await dialog.getByLabel(EXPORT.state).selectOption('published')
  await dialog.getByLabel(EXPORT.kind).selectOption('people')
  await dialog.getByLabel(EXPORT.format).selectOption('gedcom')
  const [family, lines] = await save(page)
  expect(family).toMatch(/^people-.*\.ged$/)
  expect(lines.match(/ INDI$/gm)!.length).toBeGreaterThan(100)
})
