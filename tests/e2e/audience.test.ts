import { expect, test } from 'vitest'
import { ADDRESS, itemAddress } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { newUser } from './account/users.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()

test('staff hide an item until a day, show it again, and take it down because somebody asks', async () => {
  const title = `Asked for ${Date.now()}`
  const cora = await newUser(site, 'Cora Wren', 'staff')
  const item = await cora.submit(title)
  await cora.review(item, 'publish')
  const path = `${site.baseUrl}${itemAddress(item)}`
  const page = await site.open(`${ADDRESS.review}?record=items/${item}`, { session: cora.session, expected: /400/ })
  const summary = page.getByText('Who may see it: everyone', { exact: true })
  await summary.press('Enter')
  const choice = page.getByLabel('Who may see it', { exact: true })
  await choice.selectOption('Hidden until a day')
  const day = page.getByLabel('Everyone may see it from this day on')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await day.fill('2001-01-01')
  await save.press('Enter')
  await page.getByText('This day has come. Choose a day after today.').waitFor()
  await expect.poll(() => day.evaluate((each) => each === document.activeElement)).toBe(true)
  await day.fill('2999-01-31')
  await save.press('Enter')
  await page.getByText('Who may see it: everyone from 31 Jan 2999 on').waitFor()
  await page.locator('.submission-state', { hasText: 'Hidden' }).waitFor()
  expect((await fetch(path)).status).toBe(410)
  await choice.selectOption('Everyone')
  await save.press('Enter')
  await summary.waitFor()
  expect((await fetch(`${site.baseUrl}/api/item/${item}/`)).status).toBe(200)

  await page.getByRole('button', { name: `Remove ${title}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Remove “${title}”?` })
  await dialog.getByText('Somebody asked for it').press('Enter')
  await dialog.getByRole('textbox', { name: 'The reason' }).fill('The family asks.')
  await dialog.getByLabel('Show visitors the reason').check()
  await expectFitsEverywhere(page)
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const gone = await fetch(path)
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('The reason: The family asks.')])

  const list = await site.open(`${STAFF_ADDRESS.undo}?type=takedown`, { session: cora.session })
  const row = list.locator('li.row', { hasText: title })
  await row.getByText('“The family asks.”').waitFor()
  await row.getByRole('button', { name: /^Undo/ }).press('Enter')
  await list.getByText(`Undone: “${title}” was removed`).waitFor()
  expect((await fetch(`${site.baseUrl}/api/item/${item}/`)).status).toBe(200)
})
