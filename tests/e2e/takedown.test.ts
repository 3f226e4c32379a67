import { expect, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { newUser } from './account/users.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()

test('an administrator takes a picture down for good: what goes, what cannot, the number typed', async () => {
  const at = Date.now()
  const title = `Asked back ${at}`
  const ada = await newUser(site, 'Ada Quill', 'administrator')
  const cora = await newUser(site, 'Cora Wren', 'staff')
  const item = await ada.submit(title)
  await ada.addScan(item, `#${String(at).slice(-6)}`)
  await ada.addScan(item)
  await ada.review(item, 'publish')
  const [scan] = (await ada.record('items', item)).scans
  const image = `${site.baseUrl}/api/scan/image/${scan!.key}/?width=320`
  expect((await fetch(image)).status).toBe(200)

  const address = `${ADDRESS.review}?record=items/${item}&edit`
  const others = await site.open(address, { session: cora.session })
  await others.getByRole('button', { name: 'Remove picture 1' }).waitFor()
  expect(await others.getByRole('button', { name: /Delete for Good/ }).count()).toBe(0)

  const page = await site.open(address, { session: ada.session, expected: /400/ })
  const button = page.getByRole('button', { name: 'Delete for Good… picture 1' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Take picture 1 down for good' })
  await dialog.getByText(`item ${item}; the rest of the record stays`).waitFor()
  await expect
    .poll(() => dialog.locator('img').evaluate((each: HTMLImageElement) => each.naturalWidth))
    .toBeGreaterThan(9)
  await dialog.getByText('No backup on this machine has it.').waitFor()
  await expectFitsEverywhere(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true)

  await button.press('Enter')
  await dialog.getByLabel('Reason').fill('The family asked for it.')
  const number = dialog.getByLabel(`To confirm, type ${item}`)
  await number.fill('1')
  await number.press('Enter')
  await dialog.getByText(`Type ${item}.`).waitFor()
  await expect.poll(() => number.evaluate((each) => each === document.activeElement)).toBe(true)
  await number.fill(String(item))
  await number.press('Enter')
  await dialog.getByText('Nobody sees the picture any more').waitFor()
  expect((await fetch(image)).status).toBe(410)
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('button', { name: 'Remove picture 1' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Remove picture 2' }).count()).toBe(0)
  const heading = page.getByRole('heading', { level: 2, name: 'Edit', exact: true })
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true)
  await page.getByText('Taken down for good: The family asked for it.').first().waitFor({ state: 'attached' })
})
