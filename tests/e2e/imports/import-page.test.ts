import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { newUser, type User } from '../account/users.ts'
import { expectFitsEverywhere, useSite } from '../browser/site.ts'
import { expectFocused } from '../browser/focus.ts'
import { layEvening, PICTURES, ROWS } from './evening.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
const folder = mkdtempSync(join(tmpdir(), 'lotline-evening-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How often lists of the archive and of drafts name the evening: other journeys change them meanwhile, too. */
async function archive(user: User, mark: string): Promise<number[]> {
  const paths = ['items/?page_size=100', 'people/', 'organizations/', 'subjects/', 'locations/', 'collections/']
  const all = [...paths, `review/?search=${mark}`].map((path) => user.read<object>(`/api/${path}`))
  return (await Promise.all(all)).map((list) => JSON.stringify(list).split(mark).length - 1)
}

/** What the bar at the end of the page says, once nothing is sent or worked on. */
const bar = (page: Page) => page.getByRole('group', { name: 'What to do next' })
async function saysNext(page: Page, text: RegExp): Promise<void> {
  await bar(page).getByRole('status').getByText(text).waitFor({ timeout: 180_000 })
}

test('an evening of a society: a catalogue, a drawer of scans, a family file and parcels go in, and out again as a whole', async () => {
  const mark = `Q${Date.now().toString(36)}`
  const ada = await newUser(site, 'Ada Mover', 'administrator')
  // A letter less than the name of somebody in the archive.
  const [surname, almost] = [`Featherstonehaugh ${mark}`, `John Fetherstonehaugh ${mark}`]
  await ada.addPerson(surname)
  const evening = join(folder, 'evening')
  await layEvening(evening, { mark, series: `2011.${Date.now() % 1_000_000}`, almost, corner: [-81.69, 43.5605] })
  const before = await archive(ada, mark)
  const page = await site.open(STAFF_ADDRESS.imports, { session: ada.session })
  /** What a person decided. */
  let decisions = 0
  const decide = async (work: Promise<unknown>) => {
    decisions += 1
    await work
  }

  // Files, and where they come from.
  await page.getByRole('button', { name: 'Choose a folder' }).waitFor()
  await expectFitsEverywhere(page)
  await decide(page.locator('input[type=file][webkitdirectory]').setInputFiles(evening))
  await page
    .getByRole('status')
    .getByText(`${PICTURES + 3} files`)
    .waitFor()
  const source = page.getByLabel('Where does this come from?')
  expect(await source.inputValue()).toBe('catalogue')
  await decide(source.fill(`Evening ${mark}`))
  await decide(page.getByRole('button', { name: 'Send the Files' }).press('Enter'))

  // What was found.
  await saysNext(page, /^2 questions/)
  expect(new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/)
  await page.getByText(`4 tables, ${ROWS + 4 + 3 + 5} rows`).click()
  expect(await page.getByLabel('Each row of catalogue.xlsx is one of').inputValue()).toBe('items')
  await expectFitsEverywhere(page)

  // The order of dates, a doubtful name, and a link that is none.
  await bar(page).getByRole('link', { name: 'Look at the Dates' }).press('Enter')
  await expectFocused(page.getByLabel(/^In “Date”, \d\/4\/1905 is$/))
  const date = page.getByLabel(/^In “Date”, \d\/4\/1905 is$/)
  await decide(date.selectOption({ index: 1 }))
  const doubt = page.getByRole('radiogroup', { name: `“${almost}” is` })
  await decide(doubt.getByRole('radio', { name: new RegExp(surname, 'i') }).check())
  await page.getByText('All decided').waitFor()
  await decide(page.getByLabel('Link', { exact: true }).selectOption('visibility'))
  await decide(bar(page).getByRole('button', { name: 'Check Again' }).press('Enter'))

  // A problem at its cell.
  await saysNext(page, /^1 problem/)
  await expectFitsEverywhere(page)
  const cell = page.getByLabel('catalogue.xlsx, row 41, Link')
  expect(await cell.inputValue()).toBe('our old website')
  await cell.fill('draft')
  await decide(cell.press('Enter'))
  await page.getByText('Corrected.').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the Rows with Problems as a Spreadsheet' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe('problems.xlsx')
  await decide(bar(page).getByRole('button', { name: 'Check Again' }).press('Enter'))

  // What will happen; a reload loses nothing.
  await saysNext(page, /\d+ new/)
  await page.reload()
  await saysNext(page, /\d+ new/)
  for (const text of ['Files without a row: 1', 'Rows without a file: 1', /^1 person may be living/])
    await page.getByText(text).waitFor()
  await decide(bar(page).getByRole('button', { name: 'Import', exact: true }).press('Enter'))
  expect(decisions).toBeLessThanOrEqual(12)

  // The report stays, and the records are on the desk.
  await saysNext(page, /^Imported: /)
  await expectFitsEverywhere(page)
  const draft = await ada.read<{ count: number }>(`/api/review/?search=${mark}&kind=items&page_size=1`)
  expect(draft.count).toBe(ROWS)
  await bar(page).getByRole('link', { name: 'Review the Drafts' }).press('Enter')
  await page.waitForURL(`**${ADDRESS.review}`)
  await page.goto(`${site.baseUrl}${ADDRESS.review}?search=${mark}`)
  await page.getByText(`Main Street in winter ${mark} 1`, { exact: true }).first().waitFor()

  // Out again.
  await page.goto(`${site.baseUrl}${STAFF_ADDRESS.imports}`)
  await page.getByRole('link', { name: `Undo: Evening ${mark}` }).press('Enter')
  await page.getByRole('button', { name: `Undo: “Evening ${mark}” was imported` }).press('Enter')
  await page.getByRole('button', { name: 'Undo the Import' }).press('Enter')
  await page.getByRole('status').getByText('Undone').waitFor({ timeout: 120_000 })
  expect(await archive(ada, mark)).toEqual(before)
  await page.goto(`${site.baseUrl}${STAFF_ADDRESS.imports}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: `Evening ${mark}` })
    .getByText('Undone')
    .waitFor()
}, 600_000)

seldom(
  'a tab that is closed while files are sent loses nothing: what is missing is named, and sent when it is dropped again',
  async () => {
    const mark = `R${Date.now().toString(36)}`
    const cora = await newUser(site, 'Cora Mover', 'staff')
    const page = await site.open(STAFF_ADDRESS.imports, { session: cora.session, expected: /ERR_FAILED|imports/ })
    const files = ['a.csv', 'b.csv'].map((name) => join(folder, name))
    for (const file of files) writeFileSync(file, `Identifier,Title\n${mark}${file.at(-5)},The mill ${mark}\n`)
    // The second file does not arrive.
    await page.route('**/api/imports/*/files/', (route) =>
      route.request().postDataBuffer()!.includes('b.csv') ? new Promise(() => {}) : route.continue(),
    )
    const input = page.locator('input[type=file]:not([webkitdirectory])')
    await input.setInputFiles(files)
    await page.getByRole('button', { name: 'Send the Files' }).press('Enter')
    await bar(page).getByText('Sending: 1 of 2 files').waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('alert').getByText('1 file missing').waitFor()
    const sent: string[] = []
    page.on('request', (request) => /\/files\/$/.test(request.url()) && sent.push(request.method()))
    // The same two: only the missing one is sent.
    await input.setInputFiles(files)
    await saysNext(page, /\d+ new/)
    expect(sent).toEqual(['POST'])

    await page.getByText('Remove this import from the list').press('Enter')
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'New import' }).waitFor()
    expect(await page.getByRole('link', { name: 'a', exact: true }).count()).toBe(0)
  },
)
