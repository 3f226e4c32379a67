import { expect, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { pdf } from '../server/scans/pdf.ts'
import { newUser } from './account/users.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()

test('staff begin a newspaper at the desk, and add its pages', async () => {
  const ruth = await newUser(site, 'Ruth Beginner', 'staff')
  const page = await site.open(ADDRESS.review, { session: ruth.session, expected: /400|scans\/create/ })
  await page.getByRole('button', { name: 'New Item' }).press('Enter')
  const form = page.locator('.desk-edit')
  await form.getByRole('heading', { name: 'New Item' }).waitFor()
  const types = form.getByLabel('Type (needed)')
  expect(await types.locator('option').count()).toBe(8)

  // Nothing is there yet without its description.
  await form.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await form.locator('[aria-invalid]').first().waitFor()
  await types.selectOption('newspaper')
  const title = `The Bay Herald ${Date.now()}`
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Description (needed)').fill('An issue of four pages.')
  await form.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await form.getByRole('heading', { name: 'Edit', exact: true }).waitFor()
  const item = Number(/items%2F(\d+)|items\/(\d+)/.exec(page.url())?.slice(1).find(Boolean))
  expect(item).toBeGreaterThan(0)
  expect((await ruth.record('items', item)).state).toBe('waiting')

  const input = form.getByLabel('Add pictures or pages')
  await input.setInputFiles([
    { name: 'locked.pdf', mimeType: 'application/pdf', buffer: pdf(['secret'], { locked: true }) },
    { name: 'herald.pdf', mimeType: 'application/pdf', buffer: pdf(['Front page', 'Shipping', 'Notices', 'Fair']) },
  ])
  await form.getByText('locked.pdf: Not saved').waitFor()
  // Pages come by themselves while they are drawn.
  await form.getByRole('button', { name: 'Remove picture 4' }).waitFor()
  await expectFitsEverywhere(page)

  expect((await ruth.record('items', item)).scans).toHaveLength(4)
})
