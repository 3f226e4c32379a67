import { expect } from 'vitest'
import type { Locator, Page } from 'playwright'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { User } from './account/users.ts'
import { expectFocused } from './browser/focus.ts'
import { expectAxeClean, type Look, type Site } from './browser/site.ts'

/** The page of places, for staff. */
export async function openPlaces(site: Site, { session }: User, look: Look = {}): Promise<Page> {
  const page = await site.open(STAFF_ADDRESS.places, {
    session,
    ...look,
    expected: /400 for \/api\/records\/locations/,
  })
  await page.getByRole('heading', { level: 2, name: /^\d+ places$/ }).waitFor()
  return page
}
export const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
export const done = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
export const numberOf = (page: Page) => Number(new URL(page.url()).searchParams.get('place'))
/** Everything by keyboard: the focus is set as Tab would, and Enter presses. */
export const press = (page: Page, name: string, role: 'button' | 'link' = 'button') =>
  page.getByRole(role, { name, exact: true }).press('Enter')

export async function addPlace(page: Page, name: string, west: number): Promise<number> {
  await press(page, 'New Place')
  await page.getByLabel('Name', { exact: true }).fill(name)
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => `${west + x! / 1000}, ${43.58 + y! / 1000}`)
  await page.getByLabel('Corners of the outline').fill(corners.join('\n'))
  await press(page, 'Add Place')
  await done(page, `Added: “${name}”.`)
  await titleOf(page, name).waitFor()
  return numberOf(page)
} // prettier-ignore

export async function removePlace(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search places').fill(name)
  await page.getByRole('list').getByRole('link', { name }).press('Enter')
  await page.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor()
  await expectFocused(titleOf(page, name), 'it has the focus')
  await page.getByRole('button', { name: `Remove ${name}`, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('for thirty days').waitFor()
  await expectAxeClean(page)
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await done(page, `“${name}” was removed.`)
}

/** Where something of the map is once it is drawn and stands still, its zoom too. */
export async function restingBox(element: Locator) {
  await expect.poll(() => element.locator('.leaflet-zoom-anim').count(), { interval: 100 }).toBe(0)
  let box = await element.boundingBox()
  const isResting = async () => {
    const before = box
    box = await element.boundingBox()
    return box !== null && box.x === before?.x && box.y === before.y
  }
  await expect.poll(isResting, { interval: 100 }).toBe(true)
  return box!
}
