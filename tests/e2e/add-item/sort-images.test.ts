import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { IMAGES } from '#islands/add-item/images/messages.ts'
import { useSite } from '../browser/site.ts'
import { useVolunteer, wizard } from './wizard-page.ts'

const site = useSite()
const volunteer = useVolunteer(site, 'sorter')
const NAMES = ['a.jpg', 'b.jpg', 'c.jpg']

async function openWithImages(): Promise<Page> {
  const page = await volunteer.openWizard('Three pictures')
  await wizard.choose(page, await volunteer.photographs(...NAMES))
  return page
}
const order = async (page: Page) =>
  (await wizard.rowsOf(page).allInnerTexts()).map((text) => /[abc]\.jpg/.exec(text)?.[0]).join(' ')
const handleOf = (page: Page, name: string, at: number) =>
  page.getByRole('button', { name: `Move ${name}, ${at} of ${NAMES.length}` })
const announced = (page: Page, name: string, at: number) =>
  page
    .getByRole('status')
    .filter({ hasText: `${name} moved to ${at} of ${NAMES.length}.` })
    .waitFor()
async function middleOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!
  return { x: x + width / 2, y: y + height / 2, bottom: y + height }
}

test('images are sorted by dragging the handle or the preview with a mouse; Escape cancels', async () => {
  const page = await openWithImages()
  await wizard.rowsOf(page).first().scrollIntoViewIfNeeded()
  const dragTo = async (start: Locator, y: number) => {
    const from = await middleOf(start)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, y, { steps: 5 })
  }
  const last = wizard.rowsOf(page).nth(2)
  await last.scrollIntoViewIfNeeded()
  await dragTo(handleOf(page, 'a.jpg', 1), (await middleOf(last)).bottom - 4)
  expect(await order(page), 'it moves when it is dropped').toBe('a.jpg b.jpg c.jpg')
  await page.mouse.up()
  await announced(page, 'a.jpg', 3)
  expect(await order(page)).toBe('b.jpg c.jpg a.jpg')

  const preview = page.getByRole('button', { name: new RegExp(`${IMAGES.editWatermark('c.jpg')}$`) })
  const first = wizard.rowsOf(page).first()
  const above = async () => (await middleOf(first)).y - 10
  await dragTo(preview, await above())
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await order(page), 'Escape cancels').toBe('b.jpg c.jpg a.jpg')
  await dragTo(preview, await above())
  await page.mouse.up()
  await announced(page, 'c.jpg', 1)
  expect(await order(page)).toBe('c.jpg b.jpg a.jpg')
  expect(await page.getByRole('dialog').count(), 'a drag is no click').toBe(0)
  await preview.click()
  await page.getByRole('dialog', { name: IMAGES.editor.title }).waitFor()
})
