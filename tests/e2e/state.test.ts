import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { TEXT } from '#islands/review/messages.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { newUser } from './account/users.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'
import { seldom } from '../setup/seldom.ts'

const site = useSite()
async function openState(role?: 'staff' | 'administrator'): Promise<Page> {
  const { session } = await newUser(site, 'Cora Wren', role)
  return site.open(STAFF_ADDRESS.state, { session })
}

test('a cataloguer sees the site, its builds, letters and upkeep; what administrators may do is not offered', async () => {
  const page = await openState('staff')
  await page.getByText(/^State \d+(\.\d+)? of .* pages\.$/).waitFor()
  for (const name of ['The site', 'Last builds', 'Letters', 'Upkeep'])
    await page.getByRole('region', { name }).waitFor()
  const link = page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'State' })
  await link.waitFor()
  const upkeep = page.getByRole('region', { name: 'Upkeep' })
  await upkeep.getByText(/ free\.$/).waitFor()
  await upkeep.getByRole('meter', { name: 'Disk in use' }).waitFor()
  await page.getByRole('button', { name: 'Build Now' }).waitFor()
  for (const name of ['Roll Back…', 'Make a Copy…', 'Download the Copy…'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)

  // On a phone the pages of staff are in one menu.
  await page.setViewportSize({ width: 390, height: 844 })
  await link.waitFor({ state: 'hidden' })
  const menu = page.getByRole('button', { name: 'Staff menu' })
  await menu.press('Enter')
  await link.waitFor()
  await link.focus()
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await expectFocused(menu)
})

test('an administrator reads what a rollback does before it is done', async () => {
  const page = await openState('administrator')
  const button = page.getByRole('button', { name: 'Roll Back…' })
  await button.waitFor()
  await expectFitsEverywhere(page)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Roll the site back' })
  await dialog.getByText('What was withdrawn, discarded, removed or merged since stays out').waitFor()
  await dialog.getByLabel('Which state should visitors see?').waitFor()
  await expectAxeClean(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocused(button)
})

test('an administrator reads what a copy holds and where it goes before it is made', async () => {
  const page = await openState('administrator')
  const button = page.getByRole('button', { name: 'Make a Copy…' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Make a copy of the archive' })
  await dialog.getByText('Only what is published is in it').waitFor()
  await dialog.getByText(/^It needs .*written\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Make the Copy' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocused(button)
})

seldom('a copy that was made is downloaded from there', async () => {
  const page = await openState('administrator')
  const button = page.getByRole('button', { name: 'Download the Copy…' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Download the copy of the archive' })
  await dialog.getByText(/^(?:There is no copy yet|The copy of)/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectFocused(button)
})

test('a volunteer is told that the page is not for them', async () => {
  const page = await openState()
  await page.getByText(TEXT.notStaff).waitFor()
})
