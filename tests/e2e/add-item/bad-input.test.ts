import { rmSync, truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { NOT_SAVED } from '#islands/add-item/messages.ts'
import { IMAGES } from '#islands/add-item/images/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { useSite } from '../browser/site.ts'
import { sampleOf } from '../../setup/length.ts'
import { useVolunteer, wizard } from './wizard-page.ts'

// What goes wrong with files and devices: each has a sentence that says what is safe and what to do, and nothing is lost.

const site = useSite()
const { fileAt, photographs, openWizard, submitted } = useVolunteer(site, 'files')
const { rowsOf, choose, saved, submit, thanks } = wizard

/** The first bytes of a PNG of this size. */
function pngHeader(width: number, height: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('files that are no pictures, or too large, are refused on choosing; the others are taken', async () => {
  const page = await openWizard('Files')
  const [good] = await photographs('good.jpg')
  const large = fileAt('large.jpg', Buffer.from('ffd8ffe0', 'hex'))
  truncateSync(large, 101 * 2 ** 20)
  const hostile = fileAt('a\u202egpj.<img src=x onerror=alert(1)>.jpg', 'no picture')
  const wide = fileAt('wide.png', pngHeader(20_000, 10_000))
  const drawing = fileAt('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await page.locator('input[type=file]').first().setInputFiles([good!, large, hostile, wide, drawing])
  const refusal = page.getByRole('alert').filter({ hasText: IMAGES.refusedTitle(4) })
  await refusal.waitFor()
  const text = await refusal.innerText()
  expect(text).toContain(PICTURE.bytes(101 * 2 ** 20, SCAN.maximumBytes))
  expect(text).toContain(PICTURE.pixels(20_000, 10_000, SCAN.maximumPixels))
  expect(text).toContain(PICTURE.kind)
  expect(text).toContain(PICTURE.svg)
  expect(text, 'the name cannot turn the line').not.toContain('\u202e')
  expect(await rowsOf(page).count()).toBe(1)
  await refusal.getByRole('button', { name: IMAGES.close }).click()
  await submit(page)
  await thanks(page)
  expect(await submitted('Files')).toEqual([1])
})

test('files that are moved away after they were chosen are sent all the same', async () => {
  const page = await openWizard('Moved')
  const files = await photographs('moved-1.jpg', 'moved-2.jpg')
  await choose(page, files)
  await saved(page)
  for (const file of files) rmSync(file)
  await page.reload()
  await page.getByText(/^This is your draft of/).waitFor()
  await submit(page)
  await thanks(page)
  expect(await submitted('Moved')).toEqual([2])
})

test.each(sampleOf(['1999-01-01T12:00:00Z', '2090-01-01T12:00:00Z'], 2))('a clock that says %s', async (time) => {
  const title = `Clock of ${time.slice(0, 4)}`
  const page = await openWizard(title, {
    prepare: (context) =>
      context.addInitScript((start) => {
        const began = Date.now()
        const now = Date.now.bind(Date)
        Date.now = () => start + now() - began
      }, Date.parse(time)),
  })
  await choose(page, await photographs(`clock-${time.slice(0, 4)}.jpg`))
  await saved(page)
  await page.reload()
  await page.getByText(/^This is your draft of/).waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe(title)
  await submit(page)
  await thanks(page)
  expect(await submitted(title)).toEqual([1])
})

test('two tabs on one draft: nothing is overwritten, the user chooses', async () => {
  const page = await openWizard('First tab')
  await saved(page)
  const other = await page.context().newPage()
  await other.goto(site.baseUrl + ADDRESS.addItem)
  await expect.poll(() => other.getByLabel('Title').inputValue()).toBe('First tab')
  await other.getByLabel('Title').fill('Second tab')
  await saved(other)
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Second tab')
  // Both type before either is saved.
  await Promise.all([page.getByLabel('Title').fill('Mine'), other.getByLabel('Title').fill('Theirs')])
  const behind = await Promise.any(
    [page, other].map((tab) =>
      tab
        .getByText(NOT_SAVED.behind)
        .waitFor()
        .then(() => tab),
    ),
  )
  const mine = behind === page ? 'Mine' : 'Theirs'
  expect(await behind.getByLabel('Title').inputValue(), 'what was typed is still there').toBe(mine)
  await behind.getByRole('button', { name: 'What I see here' }).click()
  const there = behind === page ? other : page
  await expect.poll(() => there.getByLabel('Title').inputValue()).toBe(mine)
})
