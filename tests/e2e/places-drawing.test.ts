import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { newUser, type User } from './account/users.ts'
import { useSite } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'
import { sampleOf } from '../setup/length.ts'

const site = useSite()
const at = Date.now()
let wren: User
beforeAll(async () => {
  wren = await newUser(site, 'Cora Wren', 'staff')
})

async function openPlaces(): Promise<Page> {
  const page = await site.open(STAFF_ADDRESS.places, {
    session: wren.session,
    expected: /400 for \/api\/records\/locations/,
  })
  await page.getByRole('heading', { level: 2, name: /^\d+ places$/ }).waitFor()
  return page
}
const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const done = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
const numberOf = (page: Page) => Number(new URL(page.url()).searchParams.get('place'))
/** Everything by keyboard: the focus is set as Tab would, and Enter presses. */
const press = (page: Page, name: string, role: 'button' | 'link' = 'button') =>
  page.getByRole(role, { name, exact: true }).press('Enter')

async function addPlace(page: Page, name: string, west: number): Promise<number> {
  await press(page, 'New Place')
  await page.getByLabel('Name', { exact: true }).fill(name)
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => `${west + x! / 1000}, ${43.58 + y! / 1000}`)
  await page.getByLabel('Corners of the outline').fill(corners.join('\n'))
  await press(page, 'Add Place')
  await done(page, `Added: “${name}”.`)
  await titleOf(page, name).waitFor()
  return numberOf(page)
} // prettier-ignore

/** Where something of the map is once it is drawn and stands still, its zoom too. */
async function restingBox(element: Locator) {
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

async function removePlace(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search places').fill(name)
  await page.getByRole('list').getByRole('link', { name }).press('Enter')
  await page.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor()
  await expectFocused(titleOf(page, name), 'it has the focus')
  await page.getByRole('button', { name: `Remove ${name}`, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('for thirty days').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await done(page, `“${name}” was removed.`)
}

/** Clicks corners of a square on the map, as shares of its width and height. */
async function clickCorners(page: Page, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await restingBox(page.locator('.is-drawing'))
  const square = [[0.2, 0.2], [0.5, 0.2], [0.5, 0.5], [0.2, 0.5]] as const
  for (const [east, south] of square.slice(from, to)) {
    await page.mouse.move(x + east * width, y + south * Math.min(height, 600), { steps: 3 })
    await page.mouse.click(x + east * width, y + south * Math.min(height, 600))
  }
} // prettier-ignore
const rows = async (page: Page) =>
  (await page.getByLabel('Corners of the outline').inputValue()).split('\n').filter(Boolean).length

test.each(sampleOf(['Done on the Map', 'Add Place'], 2, 1))(
  'an outline that is still being drawn is finished by “%s”',
  async (button) => {
    const name = `Weir ${button} ${at}`
    const page = await openPlaces()
    await press(page, 'New Place')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Draw on the Map' }).click()
    await clickCorners(page, 0, 4)
    // A last look around is no corner.
    await page.mouse.move(300, 300)
    await page.getByRole('button', { name: button }).click()
    if (button !== 'Add Place') await page.getByRole('button', { name: 'Add Place' }).click()
    await done(page, `Added: “${name}”.`)
    const answer = await page.request.get(`${site.baseUrl}/api/location/${numberOf(page)}/`)
    const { geometry } = (await answer.json()) as { geometry: { coordinates: unknown[][] } }
    expect(geometry.coordinates[0]).toHaveLength(5)
    await press(page, 'All Places')
    await removePlace(page, name)
  },
)

test('two corners are no outline: it is asked, and nothing is left without a question', async () => {
  const page = await openPlaces()
  await press(page, 'New Place')
  await page.getByRole('button', { name: 'Draw on the Map' }).click()
  await clickCorners(page, 0, 2)
  await page.getByRole('button', { name: 'Done on the Map' }).click()
  await page.getByText('An outline needs at least three corners. Click more').waitFor()
  await clickCorners(page, 2, 4)
  await page.getByRole('button', { name: 'Done on the Map' }).click()
  expect(await rows(page)).toBe(4)
  await page.getByRole('button', { name: 'All Places' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Draw Again' }).click()
  await clickCorners(page, 0, 1)
  await page.getByRole('button', { name: 'Done on the Map' }).click()
  await page.getByRole('button', { name: 'Leave It Out' }).click()
  expect(await rows(page)).toBe(4)
  await page.getByRole('button', { name: 'All Places' }).click()
  await page.getByRole('button', { name: 'Leave Without Saving' }).click()
  await page.getByRole('heading', { level: 2, name: /^\d+ places$/ }).waitFor()
})

test('the line of a split that is still being drawn is finished by “Split”', async () => {
  const [name, part] = [`Lock ${at}`, `Lock house ${at}`]
  const page = await openPlaces()
  await addPlace(page, name, -81.736)
  await press(page, 'Split…')
  await page.getByRole('button', { name: 'Draw the Line on the Map' }).click()
  const { x, y, width, height } = await restingBox(page.locator('.is-drawing'))
  const middle = y + Math.min(height, 600) / 2
  for (const east of [0.06, 0.85]) {
    await page.mouse.move(x + east * width, middle, { steps: 3 })
    await page.mouse.click(x + east * width, middle)
  }
  await page.getByLabel('Name', { exact: true }).fill(part)
  await page.getByRole('button', { name: 'Split', exact: true }).click()
  await done(page, `“${name}” was split. “${part}” is a place of its own now.`)
  await press(page, 'All Places')
  for (const each of [part, name]) await removePlace(page, each)
})
