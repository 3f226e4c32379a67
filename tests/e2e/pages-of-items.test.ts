import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { newUser } from './account/users.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()
const COLOURS = ['#a04040', '#40a040', '#4040a0']

test('pages are turned, sorted by keys and by dragging, and replaced; the old picture comes back', async () => {
  const ruth = await newUser(site, 'Ruth Turner', 'staff')
  const item = await ruth.submit(`Pages to turn ${Date.now()}`)
  for (const colour of COLOURS) await ruth.addScan(item, colour)
  const scans = async () => (await ruth.record('items', item)).scans
  const order = async () => (await scans()).map(({ key }) => key)
  const [first, second, third] = (await order()) as [number, number, number]
  const page = await site.open(`${ADDRESS.review}?record=items/${item}`, { session: ruth.session, expected: /400/ })
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')

  await page.getByRole('button', { name: 'Turn Right: picture 1' }).press('Enter')
  await expect.poll(scans).toMatchObject([{ width: 600, height: 900, fields: { turn: 90 } }, {}, {}])
  const picture = page.getByRole('img', { name: 'Picture 1', exact: true })
  await expect.poll(async () => (await picture.boundingBox())!.height / (await picture.boundingBox())!.width).toBe(1.5)
  await page.getByRole('button', { name: 'Turn Left: picture 1' }).press('Enter')
  await expect.poll(scans).toMatchObject([{ width: 900, height: 600, fields: { turn: 0 } }, {}, {}])

  const handle = (at: number) => page.getByRole('button', { name: `Move picture ${at}, ${at} of 3` })
  await handle(1).press('End')
  await page.getByRole('status').filter({ hasText: 'Picture 1 moved to 3 of 3.' }).waitFor()
  expect(await order()).toEqual([second, third, first])
  // The focus goes along.
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Move picture 3, 3 of 3')
  await handle(3).scrollIntoViewIfNeeded()
  const from = (await handle(3).boundingBox())!
  const above = (await handle(2).boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, above.y, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('status').filter({ hasText: 'Picture 3 moved to 2 of 3.' }).waitFor()
  expect(await order()).toEqual([second, first, third])

  const row = page.getByRole('listitem').filter({ has: handle(1) })
  await row.getByText('Replace', { exact: true }).press('Enter')
  const file = page.getByLabel('Another picture instead of picture 1')
  const jpeg = (background: string) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const give = async (buffer: Buffer) => file.setInputFiles({ name: 'other.jpg', mimeType: 'image/jpeg', buffer })
  await give(await jpeg(COLOURS[1]!))
  await page.getByText('This is the picture that is there already.').waitFor()
  await expectFitsEverywhere(page)
  const old = (await scans())[0]!
  await give(await jpeg('#e0c020'))
  const undo = page.getByRole('button', { name: /^Undo: The picture of Scan 1/ })
  await undo.waitFor()
  const now = (await scans())[0]!
  expect([now.key, now.version === old.version]).toEqual([second, false])
  await undo.press('Enter')
  await page.getByText(/^Undone: The picture of Scan 1/).waitFor()
  expect((await scans())[0]).toEqual(old)
})
