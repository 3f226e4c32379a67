import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { expectFocused } from '../browser/focus.ts'
import { expectFitsEverywhere, useSite } from '../browser/site.ts'
import { newUser, type User } from './users.ts'

const site = useSite()
const at = Date.now()
let cora: User
beforeAll(async () => {
  cora = await newUser(site, 'Cora Wren', 'staff')
})

const openTree = (address: string): Promise<Page> => site.open(address, { session: cora.session, expected: /400/ })
const rowOf = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) })
const hasFocus = (page: Page, name: string) => rowOf(page, name).evaluate((row) => row === document.activeElement)

test('subjects are moved, renamed, added, removed and brought back by keyboard', async () => {
  const named = (name: string) => `${name}${at}`
  const add = (name: string, parent?: number) =>
    cora.create('/api/subjects/', { subject_name: named(name), subject_description: 'Told here', subject_parent: parent ?? '' }) // prettier-ignore
  const boats = await add('Boats')
  const steamers = await add('Steamers', boats)
  await add('Harbour')
  const page = await openTree(STAFF_ADDRESS.subjects)
  await page.getByLabel('Find a subject').fill(`${at}`)
  await page.getByText('3 rows shown').waitFor()
  expect(await rowOf(page, named('Steamers')).getAttribute('aria-level')).toBe('3')
  await expectFitsEverywhere(page)

  await rowOf(page, 'All subjects').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await hasFocus(page, named('Steamers'))).toBe(true)
  await page.keyboard.press('m')
  await page
    .getByRole('status')
    .getByText(`Moving “${named('Steamers')}”`)
    .waitFor()
  expect(await rowOf(page, named('Boats')).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(`“${named('Steamers')}” is below “${named('Harbour')}” now.`)
    .waitFor()
  await expect.poll(async () => (await cora.record('subjects', steamers)).fields['subject_parent']).not.toBe(boats)

  // By mouse, back to where it was.
  await rowOf(page, named('Steamers')).dragTo(rowOf(page, named('Boats')))
  await page
    .getByRole('status')
    .getByText(`“${named('Steamers')}” is below “${named('Boats')}” now.`)
    .waitFor()

  await rowOf(page, named('Steamers')).press('Enter')
  const panel = page.getByRole('region', { name: named('Steamers') })
  await panel.getByLabel('Name').fill('')
  await panel.getByRole('button', { name: 'Save' }).press('Enter')
  await panel.getByRole('alert').waitFor()
  await panel.getByLabel('Name').fill(named('Steamboats'))
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(`“${named('Steamboats')}” is saved.`)
    .waitFor()

  await page.getByRole('button', { name: 'Add Below' }).press('Enter')
  await page.getByLabel('Name').fill(named('Ferries'))
  await page.getByLabel('Description').fill('Across the bay')
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await page
    .getByRole('status')
    .getByText(`“${named('Ferries')}” is added.`)
    .waitFor()

  await page.getByRole('button', { name: 'Add Subject' }).press('Enter')
  await page.getByRole('heading', { name: 'A new subject at the top level' }).waitFor()
  await expectFocused(page.getByLabel('Name'))
  await page.getByRole('button', { name: 'Close', exact: true }).press('Enter')

  await rowOf(page, named('Boats')).press('Enter')
  await page.getByRole('button', { name: /^Remove/ }).press('Enter')
  const ask = page.getByRole('dialog', { name: `Remove “${named('Boats')}”?` })
  await ask.getByText('1 subject', { exact: true }).waitFor()
  await ask.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await page
    .getByRole('status')
    .getByText(`“${named('Boats')}” was removed.`)
    .waitFor()
  // The panel is gone: the focus goes to the tree.
  await page.getByRole('tree').locator(':focus').waitFor()
  await page.getByRole('button', { name: /^Undo: “Boats/ }).press('Enter')
  await page
    .getByRole('status')
    .getByText(`Undone: “${named('Boats')}” was removed.`)
    .waitFor()
  expect(await rowOf(page, named('Steamboats')).getAttribute('aria-level')).toBe('3')
})

test('two collections become one, and are separated again', async () => {
  const named = (name: string) => `${name}${at}`
  for (const name of ['Albums', 'Scrapbooks'])
    await cora.create('/api/collections/', { collection_name: named(name), collection_description: 'Kept here', hierarchy: 'series' }) // prettier-ignore
  const page = await openTree(STAFF_ADDRESS.collections)
  await page.getByLabel('Find a collection').fill(`${at}`)
  await rowOf(page, named('Albums')).click()
  await page.getByRole('button', { name: 'Merge' }).press('Enter')
  await page
    .getByRole('status')
    .getByText(`Merging “${named('Albums')}”`)
    .waitFor()
  await rowOf(page, named('Scrapbooks')).click()
  const merge = page.getByRole('dialog', { name: 'Make one record of two' })
  const swap = merge.getByRole('button', { name: 'Swap' })
  for (let times = 0; times < 2; times++) {
    await swap.press('Enter')
    await expect.poll(() => swap.getAttribute('aria-disabled')).toBe('false')
    await expectFocused(swap)
  }
  await merge.getByRole('button', { name: 'Merge' }).press('Enter')
  await page
    .getByRole('status')
    .getByText(`“${named('Albums')}” is part of “${named('Scrapbooks')}” now.`)
    .waitFor()
  await rowOf(page, named('Albums')).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Undo: “Albums/ }).press('Enter')
  await rowOf(page, named('Albums')).waitFor()
})

test('a story is begun, mended, saved and published', async () => {
  const title = `The fire${at}`
  const page = await openTree(STAFF_ADDRESS.stories)
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Stories' }).waitFor()
  await page.getByRole('button', { name: 'New Story' }).press('Enter')
  const panel = page.getByRole('region', { name: 'A new story' })
  await expectFocused(panel.getByLabel('Title'))
  await panel.getByLabel('Title').fill(title)
  await panel.getByLabel('Lead').fill('One night in 1887.')
  const text = panel.getByLabel('Story')
  await text.fill('It began here.\n\n::itm 1')
  await panel.getByText(/^Line 3, “::itm 1”: Write ::item 12/).waitFor()
  await expectFitsEverywhere(page)
  await text.fill('It began here.\n\n::item 999999')
  await panel.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await panel.getByText('“::item 999999”: the archive has no item of this number.').waitFor()
  await expectFocused(text)
  await text.fill('It began here.\n\n::item 1 | The dock')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').getByText(`“${title}” is added.`).waitFor()
  await rowOf(page, title).getByText('Draft').waitFor()
  await page.getByRole('link', { name: 'Review and Publish' }).click()
  await page.getByRole('heading', { name: title }).first().waitFor()
  await page.getByRole('button', { name: /^Publish/ }).press('Enter')
  await page.getByText(`“${title}”`).first().waitFor()
  const of = async () => (await cora.read('/api/stories/')) as { title: string; visibility: string }[]
  // Sent after the ten seconds in which it can be undone.
  await expect
    .poll(async () => (await of()).find((each) => each.title === title)?.visibility, { timeout: 30_000 })
    .toBe('published')
  await page.goto(`${site.baseUrl}${STAFF_ADDRESS.stories}`)
  await rowOf(page, title).press('Enter')
  expect(await page.getByRole('link', { name: 'See its page' }).getAttribute('href')).toMatch(/^\/stories\/\d+\/$/)
})

test('a row or a tree that does not load is told, and tried again with the focus beside it', async () => {
  const name = `Piers${at}`
  await cora.create('/api/subjects/', { subject_name: name, subject_description: 'In the bay' })
  const page = await site.open(STAFF_ADDRESS.subjects, { session: cora.session, expected: /net::ERR_FAILED/ })
  await page.getByLabel('Find a subject').fill(name)
  const failing = async (path: string, work: () => Promise<unknown>) => {
    await page.route(path, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
    await work()
    const again = page.getByRole('alert').getByRole('button', { name: 'Try Again' })
    await again.waitFor()
    await page.unroute(path)
    await again.press('Enter')
    await again.waitFor({ state: 'detached' })
  }
  const panel = page.getByRole('region', { name })
  await failing('**/api/records/subjects/**', () => rowOf(page, name).press('Enter'))
  await expectFocused(panel)
  await panel.getByLabel('Description').fill('At the shore')
  await failing('**/api/trees/**', () => panel.getByRole('button', { name: 'Save' }).press('Enter'))
  await expectFocused(page.locator('.trees-tree'))
})
