import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { ADDRESS, editAddress, itemAddress, personAddress } from '#rules/addresses/page-addresses.ts'
import { activate, createAccount, logIn } from './account/people.ts'
import { deskUser } from './account/desk-user.ts'
import { expectAxeClean, useSite } from './browser/site.ts'

const site = useSite()
const at = Date.now()
const CORA = `cora-edits-${at}@example.org`

let cora: Awaited<ReturnType<typeof deskUser>>
beforeAll(async () => {
  await activate(site.baseUrl, await createAccount(CORA, 'Cora Wren', 'staff'))
  cora = await deskUser(site.baseUrl, CORA)
})

async function openDesk(query = ''): Promise<Page> {
  const page = await site.open(ADDRESS.review + query)
  await logIn(page, CORA)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return page
}

test('staff edit the record whose page they read, and come back to it', async () => {
  const item = await cora.submit(`Seen ${at}`)
  await cora.publish(item)
  const page = await openDesk()
  await page.goto(site.baseUrl + personAddress(1))
  const edit = page.getByRole('link', { name: 'Edit', exact: true })
  expect(await edit.getAttribute('href')).toBe(editAddress('people', 1))
  await expectAxeClean(page)
  await page.goto(site.baseUrl + itemAddress(item))
  await edit.press('Enter')
  const form = page.getByRole('region', { name: 'Edit' })
  await form.getByLabel('Title').fill(`Seen and mended ${at}`)
  await page.keyboard.press('Control+Enter')
  await page.getByText(`Saved: “Seen and mended ${at}”.`).waitFor()
  await page.getByRole('link', { name: 'Back to Its Page' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: `Seen and mended ${at}` }).waitFor()
})
