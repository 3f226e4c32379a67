import { expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { newUser } from './account/users.ts'
import { writtenPage } from '../server/scans/written-page.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from './browser/site.ts'
import { seldom } from '../setup/seldom.ts'

const site = useSite()
const askJson = async <Answer>(path: string) => (await (await fetch(site.baseUrl + path)).json()) as Answer

test('a word on the second page of a PDF is found, and lit up on the page', async () => {
  const page = await site.open('/collection/?q=adjourned+drop+rain')
  const hit = page.getByRole('link', { name: /^Page 2: / })
  await hit.waitFor()
  await hit.click()
  const viewer = page.getByRole('dialog')
  await viewer.getByText('Picture 2 of 2').waitFor()
  await viewer.locator('.viewer-hit').first().waitFor()
  await page.keyboard.press('Escape')
  // The words are on the page, and the whole file is there.
  await page.getByText('Adjourned at the first drop of rain.').waitFor()
  const whole = page.getByRole('link', { name: /The minutes, as typed/ })
  const answer = await fetch(new URL((await whole.getAttribute('href'))!, site.baseUrl))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(await answer.text()).toMatch(/^%PDF/)
  await expectAxeClean(page)
})

test('a word in an interview leads to its moment', async () => {
  const page = await site.open('/collection/?q=smelled+minister+breathed')
  const hit = page.getByRole('link', { name: /^\d:\d\d: / })
  await hit.click()
  const sentence = page.locator('a[aria-current]', { hasText: 'the whole street smelled of it' })
  await sentence.waitFor()
  await expectAxeClean(page)
})

seldom(
  'with the API away a word on page three of a newspaper is found in the last build, and leads there',
  async () => {
    const papers = await askJson<{ results: Item[] }>('/api/items/?type=newspaper&page_size=100')
    const paper = papers.results.find(({ item_scans: pages }) => pages[2]?.has_text)
    const texts = await askJson<RecordText[]>(`/api/texts/?items=${paper!.id}`)
    const third = texts.find(({ scan }) => scan === paper!.item_scans[2]!.id)!
    // Enough for one page alone.
    const words = third.text
      .replace(/[^\p{L}]+/gu, ' ')
      .trim()
      .split(' ')
      .slice(20, 28)
      .join(' ')
    const away = /\/api\/(?!scan|people\/images)/
    const open = (address: string) =>
      site.open(address, {
        routes: (context) => context.route(away, (route) => route.abort()),
        expected: /net::ERR_FAILED/,
      })
    const asked = encodeURIComponent(words)
    const results = await open(`/search/?q=${asked}&kind=item`)
    await results.locator(`.result a[href^="/itemview/${paper!.id}/?page=3&"]`).first().waitFor()
    const page = await open(`/collection/?q=${asked}&type=newspaper`)
    const hit = page.getByRole('link', { name: /^Page 3: / }).first()
    await hit.waitFor()
    await hit.click()
    await page.getByRole('dialog').getByText(`Picture 3 of ${paper!.item_scans.length}`).waitFor()
  },
)

test('what is written on a newspaper is there without a script', async () => {
  const answer = await fetch(`${site.baseUrl}/api/items/?type=newspaper&search=opera%20house%20opened`)
  const { results } = (await answer.json()) as { results: { id: number }[] }
  const page = await site.open(`/itemview/${results[0]!.id}/`, { javaScript: false })
  await page.getByText('Page 4', { exact: true }).click()
  await page.getByText('THE ASSESSOR’S LIST').waitFor()
})

test('staff type the text of a page beside it, and write nothing over that is newer', async () => {
  const ruth = await newUser(site, 'Ruth Typewell', 'staff')
  const item = await ruth.submit(`A page to type ${Date.now()}`)
  await ruth.addScan(item)
  const { scans } = await ruth.record('items', item)
  const scan = Number(scans[0]!.key)
  const page = await site.open(`${ADDRESS.review}?record=items/${item}`, { session: ruth.session, expected: /412/ })
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const summary = page.locator('summary', { hasText: /^Text/ })
  await summary.click()
  const form = page.getByRole('form', { name: 'Text of picture 1' })
  const field = form.getByRole('textbox', { name: 'Text', exact: true })
  await field.fill('First line\nSecond line')
  // Folded, and opened again.
  await summary.press('Enter')
  await summary.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('First line\nSecond line')
  await expectFitsEverywhere(page)
  await ruth.edit(scan, { text: 'Somebody else was here' }, 'scans')
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await save.press('Enter')
  await form.getByText('Somebody else was here').first().waitFor()
  await form
    .getByRole('button', { name: /mine|yours|my /i })
    .first()
    .press('Enter')
  await save.press('Enter')
  await page.getByText('Text, written down').waitFor()
  await expect
    .poll(async () => (await ruth.record('scans', scan)).fields)
    .toMatchObject({ text: 'First line\nSecond line', text_source: 'typed' })
})

test('a text comes from a file, and a machine reads the page that has none', async () => {
  const ruth = await newUser(site, 'Ruth Filewell', 'staff')
  const item = await ruth.submit(`Pages to read ${Date.now()}`)
  await ruth.addScan(item)
  await ruth.addScan(item, undefined, await writtenPage(['The mill burned down', 'on the ninth of May.']))
  const [first, second] = (await ruth.record('items', item)).scans.map(({ key }) => Number(key))
  const page = await site.open(`${ADDRESS.review}?record=items/${item}`, { session: ruth.session, expected: /400/ })
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await page.locator('summary', { hasText: /^Text/ }).first().press('Enter')
  const file = page.getByLabel('Text of picture 1 from a file')
  const give = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await give('page.xml', '<alto><Layout/></alto>')
  await page.getByText('This file has no page').waitFor()
  await give('page.txt', 'Old mill')
  const field = page
    .getByRole('form', { name: 'Text of picture 1' })
    .getByRole('textbox', { name: 'Text', exact: true })
  await expect.poll(() => field.inputValue()).toBe('Old mill')
  await page.getByRole('button', { name: 'Read 1 Page by Machine' }).press('Enter')
  await page.getByText('1 page still to be read by machine.').waitFor()
  const read = async () => (await ruth.record('scans', second!)).fields
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ text: 'The mill burned down\non the ninth of May.' })
  await expect.poll(() => page.getByText('Text, written down').count()).toBe(2)
  expect((await ruth.record('scans', first!)).fields).toMatchObject({ text: 'Old mill', text_source: 'file' })
})
