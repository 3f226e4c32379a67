import { beforeAll, expect, test } from 'vitest'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { newUser, type User } from './account/users.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'
import { addPlace, done, openPlaces, press, removePlace, restingBox, titleOf } from './places-desk.ts'

const site = useSite()
const at = Date.now()
let wren: User
beforeAll(async () => {
  wren = await newUser(site, 'Cora Wren', 'staff')
})

test('places are added, split, joined, undone and removed by keyboard alone, with every link', async () => {
  const [raft, buoy, yard] = ['Raft', 'Buoy', 'Yard'].map((name) => `${name} ${at}`) as [string, string, string]
  const page = await openPlaces(site, wren)
  await expectFitsEverywhere(page)
  const first = await addPlace(page, raft, -81.74)

  // Lots
  await page.getByLabel('New lot').fill(`${at}-A`)
  await page.getByLabel('New lot').press('Enter')
  await done(page, `Lot ${at}-A was added.`)
  await press(page, `Change Lot ${at}-A`)
  await page.getByLabel('Lot number').fill(`${at}-B`)
  await page.getByLabel('Lot number').press('Enter')
  await done(page, `Lot ${at}-A is lot ${at}-B now.`)

  // What is wrong is told at its field, which gets the focus.
  await page.getByLabel('Corners of the outline').fill('-81.74, 43.58\n-81.73, 43.59\n-81.73, 43.58\n-81.74, 43.59')
  await press(page, 'Save')
  await page.getByRole('alert').getByText('The outline meets itself near').waitFor()
  await expect.poll(() => page.getByLabel('Corners of the outline').evaluate((area) => area === document.activeElement)).toBe(true) // prettier-ignore
  await press(page, 'Undo Changes')

  await press(page, 'Split…')
  await titleOf(page, `Split “${raft}”`).waitFor()
  await page.getByLabel('Points of the line').fill('-81.75, 43.5805\n-81.73, 43.5805')
  await page.getByLabel('Name', { exact: true }).fill(yard)
  await page.getByRole('checkbox', { name: `Lot ${at}-B` }).press('Space')
  await expectFitsEverywhere(page)
  await press(page, 'Split')
  await done(page, `“${raft}” was split. “${yard}” is a place of its own now.`)
  await titleOf(page, raft).waitFor()
  expect(await page.getByRole('button', { name: `Change Lot ${at}-B` }).count()).toBe(0)

  // Undone, the lot is back.
  await press(page, `Undo: “${raft}” was split. “${yard}” is a place of its own now.`)
  await done(page, `Undone: “${raft}” was split. “${yard}” is a place of its own now.`)
  await press(page, 'All Places')
  await page.getByLabel('Search places').fill(String(first))
  await page.getByRole('list').getByRole('link', { name: raft }).press('Enter')
  await page.getByRole('button', { name: `Change Lot ${at}-B` }).waitFor()

  // Joined, the old address leads to the one that stays.
  await press(page, 'All Places')
  const second = await addPlace(page, buoy, -81.739)
  await press(page, 'Join…')
  await page.getByLabel('Another place').fill(raft)
  await page.getByRole('list').getByRole('button', { name: raft }).press('Enter')
  await page.getByRole('radio', { name: raft }).press('Space')
  await page.getByText('1 lot', { exact: false }).waitFor()
  await press(page, 'Join 2 Places')
  await done(page, `2 places are one now: “${raft}”.`)
  await titleOf(page, raft).waitFor()
  const answer = await fetch(site.baseUrl + zoneAddress(second), { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(zoneAddress(first))

  await press(page, `Undo: 2 places are one now: “${raft}”.`)
  await done(page, `Undone: 2 places are one now: “${raft}”.`)
  await press(page, 'All Places')
  await removePlace(page, buoy)
  await removePlace(page, raft)
})

test('corners are moved and a line is drawn on the map, and their text follows', async () => {
  const name = `Pier ${at}`
  const page = await openPlaces(site, wren)
  await addPlace(page, name, -81.737)
  const corners = page.getByLabel('Corners of the outline')
  const before = await corners.inputValue()
  await press(page, 'Move Corners on the Map')
  await page.getByLabel('Old map', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('slider', { name: 'Opacity of the old map' }).fill('0.5')
  await expect.poll(() => page.locator('.places-map img[src*="/raster/"]').count()).toBeGreaterThan(0)
  for (const [point, count] of [
    ['.draw-point:not(.draw-middle)', 4],
    ['.draw-middle', 5],
  ] as const) {
    const box = await restingBox(page.locator(point).last())
    const earlier = await corners.inputValue()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 30, box.y + 40, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => corners.inputValue()).not.toBe(earlier)
    expect((await corners.inputValue()).split('\n').length).toBe(count)
  }
  await press(page, 'Undo Changes')
  expect(await corners.inputValue()).toBe(before)
  await press(page, 'Split…')
  await press(page, 'Draw the Line on the Map')
  const map = page.locator('.is-drawing')
  const { x, y, width, height } = await restingBox(map)
  const [west, east, middle] = [x + 0.06 * width, x + 0.85 * width, y + Math.min(height, 600) / 2]
  await page.mouse.click(west, middle)
  await page.mouse.move(x + width / 2, middle, { steps: 4 })
  await page.mouse.move(east, middle, { steps: 4 })
  await page.mouse.click(east, middle)
  await map.press('Enter')
  await expect.poll(() => page.getByLabel('Points of the line').inputValue()).toMatch(/^-81\.7\d+, 43\.58\d+\n-81\.7\d+, 43\.58\d+$/) // prettier-ignore
  await press(page, 'Cancel')
  await press(page, 'All Places')
  await removePlace(page, name)
})
