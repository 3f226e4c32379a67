import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { ADDRESS, editAddress, itemAddress, personAddress } from '#rules/addresses/page-addresses.ts'
import { newUser, type User } from './account/users.ts'
import { expectAxeClean, useSite } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'

const site = useSite()
const at = Date.now()
let cora: User
beforeAll(async () => {
  cora = await newUser(site, 'Cora Wren', 'staff')
})

const openDesk = (query = '', look: { expected?: RegExp } = {}): Promise<Page> =>
  site.open(ADDRESS.review + query, { session: cora.session, ...look })

test('staff edit the record whose page they read, and come back to it', async () => {
  const item = await cora.submit(`Seen ${at}`)
  await cora.review(item, 'publish')
  const page = await openDesk()
  await page.goto(site.baseUrl + personAddress(1))
  const edit = page.getByRole('link', { name: 'Edit', exact: true })
  expect(await edit.getAttribute('href')).toBe(editAddress('people', 1))
  await page.goto(site.baseUrl + itemAddress(item))
  // A live page draws its record, and the menu, once it has them.
  await page.getByRole('heading', { level: 1, name: `Seen ${at}` }).waitFor()
  await edit.press('Enter')
  const form = page.getByRole('region', { name: 'Edit' })
  await form.getByRole('button', { name: 'Add a person' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a person' })
  await dialog.getByLabel('First name').fill(`Maud${at}`)
  await dialog.getByLabel('Surname').fill(`Quill${at}`)
  await dialog.getByRole('button', { name: 'Add a person' }).press('Enter')
  await form.getByText(`Maud${at} Quill${at}`).first().waitFor()
  await form.getByLabel('Title').fill(`Seen and mended ${at}`)
  // What was typed survives a closed tab.
  const isKept = (text: string) =>
    page.evaluate(async (wanted) => {
      const opening = indexedDB.open('lotline-drafts')
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
      await new Promise((resolve) => (reading.onsuccess = resolve))
      opening.result.close()
      return JSON.stringify(reading.result).includes(wanted)
    }, text)
  await expect.poll(() => isKept(`Seen and mended ${at}`), { timeout: 10_000 }).toBe(true)
  await page.reload()
  await form.getByText('Not saved yet').waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe(`Seen and mended ${at}`)
  await page.keyboard.press('Control+Enter')
  await page.getByText(`Saved: “Seen and mended ${at}”.`).waitFor()
  await page.getByRole('link', { name: 'Back to Its Page' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: `Seen and mended ${at}` }).waitFor()
})

test('what belongs to a person is added, changed, removed and brought back under the person', async () => {
  const person = await cora.create('/api/people/', { first_name: 'Ida', surname: `Gable${at}` })
  const page = await openDesk(`?record=people/${person}`, { expected: /400 for/ })
  const graves = page.getByRole('region', { name: /^Graves/ })
  const add = graves.getByRole('button', { name: 'Add a Grave' })
  await add.press('Enter')
  const entry = graves.getByRole('textbox', { name: 'Gravestone' })
  await expectFocused(entry, 'the form has the focus')
  await page.keyboard.press('Control+Enter')
  await graves.getByText('This field is required').waitFor()
  await expectAxeClean(page)
  await entry.fill(`Row ${at}`)
  await page.keyboard.press('Control+Enter')
  await graves.getByText(`Row ${at}`).waitFor()
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByText(`Saved: “Ida Gable${at}”.`).waitFor()

  await graves.getByRole('button', { name: /^Edit/ }).press('Enter')
  await entry.fill(`Stone ${at}`)
  await page.keyboard.press('Control+Enter')
  await graves.getByText(`Stone ${at}`).waitFor()
  await graves.getByRole('button', { name: /^Remove/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nothing else refers to it.').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await graves.getByText('No grave is recorded.').waitFor()
  await expectFocused(graves.getByRole('heading', { level: 4 }))
  await page.getByRole('button', { name: /^Undo: .* was removed/ }).press('Enter')
  await graves.getByText(`Stone ${at}`).waitFor()

  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^Remove/ })
    .press('Enter')
  await dialog.getByText('1 gravestone').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText(`“Ida Gable${at}” was removed.`).waitFor()
  // The dialog gives the focus back a frame after it closed: a key could go elsewhere.
  await page.getByRole('link', { name: 'Undo', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: `Ida Gable${at}` })
  await row.getByText('with 1 other row').waitFor()
  await row.getByRole('button', { name: /^Undo/ }).press('Enter')
  await page.getByText(`Undone: “Ida Gable${at}” was removed.`).waitFor()
  expect(await cora.record('people', person)).toMatchObject({ state: 'published' })
})
