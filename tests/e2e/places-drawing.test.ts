import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { newUser, type User } from './account/users.ts'
import { useSite } from './browser/site.ts'
import { addPlace, done, numberOf, openPlaces, press, removePlace, restingBox } from './places-desk.ts'
import { sampleOf } from '../setup/length.ts'

const site = useSite()
const at = Date.now()
let wren: User
beforeAll(async () => {
  wren = await newUser(site, 'Cora Wren', 'staff')
})

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
    const page = await openPlaces(site, wren)
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
  const page = await openPlaces(site, wren)
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
  const page = await openPlaces(site, wren)
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
