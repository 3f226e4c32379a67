import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { drawMap } from '../../server/raster/small-maps.ts'
import { expectFitsEverywhere, useSite } from '../browser/site.ts'
import { newUser } from './users.ts'

const site = useSite()
const at = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'lotline-maps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rows = (page: Page) => page.getByRole('region', { name: 'Over the map of today' }).getByRole('listitem')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
const done = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor({ timeout: 120_000 })

test('an old map is added with control points, sorted, changed, removed and brought back', async () => {
  const title = `Plan of ${at}`
  // Each run draws its own colour: the same scan twice would be one file.
  const scan = await drawMap(folder, 'plan', { background: `#${String(at).slice(-6)}` })
  const { session } = await newUser(site, 'Cora Wren', 'staff')
  const page = await site.open(STAFF_ADDRESS.maps, { session, expected: /400/ })
  await rows(page).first().waitFor()

  await press(page, 'Add an Old Map')
  await page.getByLabel('Scan or GeoTIFF').setInputFiles(scan)
  await page.getByText('plan.png: 900 × 900 pixels.').waitFor()
  // A click on the scan and one on the map are a point; it can be typed as well.
  await page.locator('.maps-sheet').click({ position: { x: 30, y: 40 } })
  await page.getByText('Now click the same point on the map.').waitFor()
  const map = page.getByRole('application')
  await map.click({ position: { x: 120, y: 90 } })
  const longitude = page.getByLabel('Longitude of point 1')
  await expect.poll(async () => Number(await longitude.inputValue())).toBeLessThan(-80)
  await press(page, 'Remove point 1')
  await press(page, 'Check the Placement')
  await page
    .getByRole('alert')
    .getByText(/Set at least three points/)
    .waitFor()

  await page.getByLabel('Use a file of points').check()
  await page.getByLabel('Or paste it here').fill(readFileSync(scan.replace('.png', '.points'), 'utf8'))
  await press(page, 'Check the Placement')
  await page.getByText(/^4 points, off by 0\.\d m on average/).waitFor()
  await expectFitsEverywhere(page)
  await page.getByLabel('Title').fill(title)
  // Not in the legend: other journeys count what is there.
  await page.getByLabel('In the legend of the map').uncheck()
  await press(page, 'Make the Map')
  await done(page, `“${title}” is in the archive.`)
  await expect.poll(() => rows(page).first().innerText()).toContain(title)

  await press(page, `Move ${title} down`)
  await done(page, `“${title}” is now number 2.`)
  await expect.poll(() => rows(page).nth(1).innerText()).toContain(title)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(`Move ${title} down`)

  await press(page, `Change ${title}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Year').fill('56')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText('Enter a year such as 1856.').waitFor()
  await dialog.getByLabel('Year').fill('1856')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await done(page, `“${title}” is saved.`)

  // Aerial imagery of one's own becomes a base map.
  const aerial = page.getByRole('region', { name: 'Aerial pictures' })
  for (const [isBase, list] of [
    [true, aerial],
    [false, rows(page).first()],
  ] as const) {
    await press(page, `Change ${title}`)
    if (isBase) await expectFitsEverywhere(page)
    await dialog.getByLabel('Use as a base map').setChecked(isBase)
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect.poll(() => list.innerText()).toContain(title)
  }
  await press(page, `Move ${title} down`)
  await done(page, `“${title}” is now number 2.`)

  await press(page, `Remove ${title}`)
  await done(page, `“${title}” was removed.`)
  await press(page, `Bring Back ${title}`)
  await done(page, `“${title}” is back.`)
  await expect.poll(() => rows(page).nth(1).innerText()).toContain(`${title} 1856`)
  await press(page, `Remove ${title}`)
  await done(page, `“${title}” was removed.`)
})
