import { expect, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { newUser } from './account/users.ts'
import { expectAxeClean, useSite } from './browser/site.ts'

const site = useSite()

test('a word on the second page of a PDF is found, and lit up on the page', async () => {
  const page = await site.open('/collection/?q=adjourned+drop+rain')
  const hit = page.getByRole('link', { name: /^Page 2: / })
  await hit.waitFor()
  await expectAxeClean(page)
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
  await page.locator('summary', { hasText: /^Text$/ }).click()
  const field = page.locator('.desk-text textarea')
  await field.fill('First line\nSecond line')
  await expectAxeClean(page)
  await ruth.edit(scan, { text: 'Somebody else was here' }, 'scans')
  const save = page.getByRole('button', { name: 'Save the Text' })
  await save.click()
  await page.locator('.desk-text .prose', { hasText: 'Somebody else was here' }).waitFor()
  // What was typed is still there, and is saved by whoever has seen the other.
  expect(await field.inputValue()).toBe('First line\nSecond line')
  await save.click()
  await page.getByText('Text, written down').waitFor()
  await expect
    .poll(async () => (await ruth.record('scans', scan)).fields)
    .toMatchObject({
      text: 'First line\nSecond line',
      text_source: 'typed',
    })
})
