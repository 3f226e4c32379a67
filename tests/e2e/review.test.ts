import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { doneText, TEXT } from '#islands/review/messages.ts'
import { ADDRESS, itemAddress, personAddress } from '#rules/addresses/page-addresses.ts'
import { logIn } from './account/people.ts'
import { newUser, type User } from './account/users.ts'
import { expectAxeClean, expectFitsEverywhere, type Look, useSite } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'

const site = useSite()
const at = Date.now()
let nora: User
let mary: User
let cora: User
beforeAll(async () => {
  nora = await newUser(site, `Nora ${at}`)
  cora = await newUser(site, 'Cora Wren', 'staff')
  mary = await newUser(site, 'Mary Finch', 'staff')
})

const openDesk = (query = '', look: Look = {}): Promise<Page> =>
  site.open(ADDRESS.review + query, { session: cora.session, ...look })
const titleOf = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })
const hasFocus = (page: Page, title: string) =>
  titleOf(page, title).evaluate((heading) => heading === document.activeElement)

test('a volunteer is told where their submissions are', async () => {
  const page = await site.open(ADDRESS.review)
  await logIn(page, nora.email)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(TEXT.notStaff).waitFor()
  await page.goto(site.baseUrl + personAddress(1))
  await page.getByRole('button', { name: `Nora ${at}` }).waitFor()
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
})

test('drafts are read, returned, discarded and published by keyboard alone', async () => {
  const title = (n: number) => `Attic ${n} of ${at}`
  const person = await nora.create('/api/people/', { first_name: 'Ida', surname: `Gable${at}` })
  const first = await nora.submit(title(1), { people: [person] })
  await nora.addScan(first)
  for (const n of [2, 3]) await nora.submit(title(n))

  const page = await openDesk(`?search=${at}`)
  await titleOf(page, title(1)).waitFor()
  await page.getByRole('list').getByText('with 1 new').waitFor()
  await page.getByRole('region', { name: TEXT.brings }).getByText(`Gable${at}`, { exact: true }).waitFor()
  await expect.poll(() => page.locator('.desk-view img').first().getAttribute('src')).toContain('data:image/jpeg')
  await expectFitsEverywhere(page)

  await page.keyboard.press('j')
  await titleOf(page, title(2)).waitFor()
  await expect.poll(() => hasFocus(page, title(2))).toBe(true)
  await page.keyboard.press('r')
  await page.getByLabel('Your question or note to its author').fill('p r d: where was this?')
  await page.keyboard.press('Control+Enter')
  await titleOf(page, title(3)).waitFor()
  await page
    .getByText(doneText({ label: title(2), step: 'return' }))
    .first()
    .waitFor()

  await page.keyboard.press('d')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter')
  await page
    .getByText(doneText({ label: title(3), step: 'discard' }))
    .first()
    .waitFor()
  await page.keyboard.press('z')
  await titleOf(page, title(3)).waitFor()
  await page.keyboard.press('k')
  await titleOf(page, title(1)).waitFor()
  await page.keyboard.press('p')
  await page
    .getByText(doneText({ label: title(1), step: 'publish' }))
    .first()
    .waitFor()
  await titleOf(page, title(3)).waitFor()
  expect(await mary.record('people', person)).toMatchObject({ state: 'published' })

  // Undone, both are drafts again; a second time there is nothing to undo, and that is said.
  await page.getByRole('button', { name: `Undo publishing “${title(1)}”` }).waitFor()
  await page.keyboard.press('z')
  await titleOf(page, title(1)).waitFor()
  await expect.poll(async () => (await mary.record('people', person)).state).toBe('waiting')
  expect(await mary.record('items', first)).toMatchObject({ state: 'waiting' })
  await page.keyboard.press('z')
  await page.getByText(TEXT.nothingToUndo).waitFor()
  await page.keyboard.press('p')
  await titleOf(page, title(3)).waitFor()
  await expect.poll(async () => (await mary.record('people', person)).state).toBe('published')

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  const visitor = await site.open(itemAddress(first))
  await visitor.getByRole('heading', { level: 1, name: title(1) }).waitFor()
})

test('what another cataloguer changed meanwhile is shown, and nothing is published over it', async () => {
  const title = `Disputed ${at}`
  const item = await nora.submit(title)
  const page = await openDesk(`?search=${at}&record=items/${item}`, { expected: /412/ })
  await titleOf(page, title).waitFor()
  await mary.edit(item, { general_description: 'From the cellar.' })
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByRole('alert').getByText('somebody changed it').waitFor({ state: 'attached' })
  expect(await mary.record('items', item)).toMatchObject({ state: 'waiting' })
  const show = page.getByRole('button', { name: 'Show It' })
  if ((await show.count()) > 0) await show.click()
  const changed = page.getByRole('region', { name: 'Changed meanwhile' })
  await changed.getByText('Mary Finch').waitFor()
  await changed.getByText('changed description').waitFor()
  await changed.getByText('From the cellar.').waitFor()
  await changed.getByRole('button', { name: 'Read It Again' }).click()
  await page.getByRole('article').getByText('From the cellar.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page
    .getByText(doneText({ label: title, step: 'publish' }))
    .first()
    .waitFor()
  expect(await mary.record('items', item)).toMatchObject({ state: 'published' })
})

test('a draft is edited beside its view, and published with what was typed', async () => {
  const title = `Unedited ${at}`
  const item = await nora.submit(title)
  await nora.addScan(item)
  await nora.addScan(item)
  const page = await openDesk(`?search=${at}&record=items/${item}`, { expected: /(?:400|412) for/ })
  await titleOf(page, title).waitFor()
  await page.keyboard.press('e')
  const form = page.getByRole('region', { name: 'Edit' })
  await form.getByLabel('Title').fill(`Edited ${at}`)
  await form.getByLabel('External link').fill('nonsense')
  await page.keyboard.press('Control+Enter')
  await form.getByText('Start the address with http').waitFor()
  await expectFocused(form.getByLabel('External link'))
  await form.getByLabel('External link').fill('')
  await form.getByLabel('Description').fill('')
  await form.getByLabel('Description').fill('From the cellar.')
  // Another cataloguer changes one field that is changed here too, and one that is not.
  await mary.edit(item, { general_description: 'From the loft.', date_start: 19010000 })
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('From the loft.').waitFor()
  await form.getByRole('button', { name: 'Keep Mine' }).press('Enter')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await titleOf(page, `Edited ${at}`).waitFor()
  expect((await mary.record('items', item)).fields).toMatchObject({
    title: `Edited ${at}`,
    general_description: 'From the cellar.',
    date_start: 19010000,
  })

  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Mary Finch').waitFor()
  await history.getByRole('button', { name: /^Restore Title/ }).press('Enter')
  await titleOf(page, title).waitFor()
  await history.getByText('Cora Wren').first().waitFor()
  const before = (await mary.record('items', item)).scans.map(({ key }) => key)
  await form.getByRole('button', { name: 'Move picture 2 up' }).press('Enter')
  await expect
    .poll(async () => (await mary.record('items', item)).scans.map(({ key }) => key))
    .toEqual(before.toReversed())
  await form.getByRole('button', { name: 'Remove picture 1', disabled: false }).press('Enter')
  await form.getByRole('button', { name: /^Undo: Scan/ }).press('Enter')
  await expect.poll(async () => (await mary.record('items', item)).scans.length).toBe(2)
  await expectFitsEverywhere(page)

  await form.getByLabel('Title').fill(`Typed last ${at}`)
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect.poll(async () => (await mary.record('items', item)).state).toBe('published')
  expect(await mary.record('items', item)).toMatchObject({ label: `Typed last ${at}` })
})

test('a new person who is in the archive already becomes one with them, and is separated again', async () => {
  const [surname, title] = [`Lark${at}`, `Twice ${at}`]
  const known = await mary.create('/api/people/', { first_name: 'Ruth', surname })
  const again = await nora.create('/api/people/', { first_name: 'Ruth', surname })
  const item = await nora.submit(title, { people: [again] })
  const page = await openDesk(`?search=${at}&record=items/${item}`)
  const likely = page.getByRole('region', { name: 'Already in the archive?' })
  await likely.getByRole('button', { name: 'Compare and Merge' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row', { name: new RegExp(`Surname.*${surname}`) }).waitFor()
  await expectAxeClean(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await page.getByText('now.').getByRole('button', { name: /^Undo/ }).waitFor()
  expect((await mary.record('items', item)).fields).toMatchObject({ people: [known] })
  await page.getByRole('button', { name: /^Undo: “Ruth/ }).click()
  await likely.waitFor()
  await expect.poll(async () => (await mary.record('items', item)).fields).toMatchObject({ people: [again] })
})

test('on a phone the queue leads to a draft and back', async () => {
  const title = `Pocket ${at}`
  await nora.submit(title)
  const page = await openDesk(`?search=Pocket+${at}`, { width: 390 })
  await page.getByRole('link', { name: title }).click()
  await titleOf(page, title).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: title }).waitFor()
  await page.getByRole('searchbox', { name: 'Words' }).fill('nothing like this')
  await page.keyboard.press('Enter')
  await page.getByText(TEXT.emptyHere).waitFor()
})
