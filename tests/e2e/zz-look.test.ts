import { test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { openDatabase } from '#server/database/open.ts'
import { inject } from 'vitest'
import { newUser } from './account/users.ts'
import { useSite } from './browser/site.ts'
import { writtenPage } from '../server/scans/written-page.ts'

const site = useSite()
test('look', async () => {
  const ruth = await newUser(site, 'Ruth Looker', 'administrator')
  const item = await ruth.submit(`Minutes of 1920`)
  await ruth.addScan(item, undefined, await writtenPage(['The mill burned down', 'on the ninth of May.']))
  await ruth.addScan(item, '#40a040')
  await ruth.addScan(item, '#4040a0')
  await using db = await openDatabase(inject('database'))
  await db.insertInto('original').values({ sha256: 'f'.repeat(64), format: 'pdf', bytes: 3, width: 0, height: 0, file_name: 'Minutes 1920.pdf', details: '{"pages":12}' } as never).onConflict((c) => c.doNothing()).execute()
  const { id } = await db.insertInto('item_file').values({ item_id: item, sha256: 'f'.repeat(64), file_order: 1 }).returning('id').executeTakeFirstOrThrow()
  for (const page of [7, 9]) await db.insertInto('page_task').values({ document_id: id, page, scan_order: page, fields: '{}', problem: 'This document, or a page of it, is damaged. Open it, save it as a new PDF, and send that.' }).execute()
  const page = await site.open(`${ADDRESS.review}?record=items/${item}`, { session: ruth.session, expected: /./ })
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Turn picture 1 right' }).press('Enter')
  await page.waitForTimeout(4000)
  await page.locator('summary', { hasText: /^Replace/ }).first().press('Enter')
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 1000 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.waitForTimeout(400)
      await page.locator('.desk-scans').first().screenshot({ path: `/dev/shm/pages33/shots/${scheme}-${width}.png` })
    }
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.emulateMedia({ colorScheme: 'light' })
  const file = page.getByLabel('Another picture instead of picture 1')
  await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await writtenPage(['Other page']) as Buffer })
  await page.getByRole('button', { name: /^Undo: The picture/ }).waitFor()
  await page.waitForTimeout(3000)
  // A drag under way.
  const handle = page.getByRole('button', { name: 'Move picture 3, 3 of 3' })
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox())!
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y - 200, { steps: 5 })
  await page.screenshot({ path: '/dev/shm/pages33/shots/drag.png' })
  await page.mouse.up()
  await page.waitForTimeout(2000)
  await page.locator('.desk-scans').first().screenshot({ path: `/dev/shm/pages33/shots/after.png` })
})
