import type { Locator } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { ADDRESS, personAddress } from '#rules/addresses/page-addresses.ts'
import { findTrail, type Trail } from './browser/records.ts'
import { useSite } from './browser/site.ts'
import { openCollection } from './collection/live-collection.ts'

/** A visitor's own few colours (high contrast): what is chosen differs from what is not, though every ground is the same. */
const site = useSite()
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
})
const styleOf = (element: Locator, property: 'backgroundColor' | 'borderBottomColor') =>
  element.evaluate((each, name) => getComputedStyle(each)[name], property)

test('on the collection page: the list among its layouts, and the suggestion that Enter takes', async () => {
  const { page, refine } = await openCollection(site)
  await page.emulateMedia({ forcedColors: 'active' })
  const layout = (name: string) => page.locator('.layouts label').filter({ hasText: name }).locator('span').first()
  expect(await styleOf(layout('List'), 'backgroundColor')).not.toBe(await styleOf(layout('Map'), 'backgroundColor'))
  const box = refine.getByRole('combobox', { name: 'Subject Tags' })
  await box.pressSequentially('har')
  const options = refine.getByRole('option')
  await options.first().waitFor()
  await box.press('ArrowDown')
  expect(await styleOf(options.first(), 'backgroundColor')).not.toBe(await styleOf(options.nth(1), 'backgroundColor'))
})

test('on a page of tabs, before a script has come and after', async () => {
  const page = await site.open(personAddress(trail.person))
  await page.emulateMedia({ forcedColors: 'active' })
  const parts = page.locator('nav.parts > *, .parts[role=tablist] > *')
  const differ = async () =>
    expect(await styleOf(parts.first(), 'borderBottomColor')).not.toBe(await styleOf(parts.nth(1), 'borderBottomColor'))
  await differ()
  await parts.first().hover()
  await page.getByRole('tab', { selected: true }).waitFor()
  await page.mouse.move(0, 0)
  await differ()
})

test('on the page of a search: the kind that is shown', async () => {
  const page = await site.open(`${ADDRESS.search}?q=street`)
  await page.emulateMedia({ forcedColors: 'active' })
  const kinds = page.getByRole('navigation', { name: 'Kind' }).getByRole('link')
  await kinds.first().waitFor()
  const line = (kind: Locator) => kind.evaluate((each) => getComputedStyle(each).borderBottomWidth)
  expect(await line(kinds.first())).not.toBe(await line(kinds.nth(1)))
})
