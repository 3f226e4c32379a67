import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { FORM, LOAD_FAILED } from '#contract/messages.ts'
import { TEXT, STATE_NAMES } from '#islands/submissions/messages.ts'
import { AUTH } from '#stores/auth/messages.ts'
import { ADDRESS, editItemAddress, itemAddress } from '#rules/addresses/page-addresses.ts'
import { lettersTo, logIn, nextLetterTo } from '../account/people.ts'
import { newUser, type User } from '../account/users.ts'
import { expectFocused } from '../browser/focus.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from '../browser/site.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
const at = Date.now()
let vera: User
let otto: User
let clara: User
beforeAll(async () => {
  vera = await newUser(site, 'Vera Calder')
  otto = await newUser(site, 'Otto Marsh')
  clara = await newUser(site, 'Clara Wren', 'staff')
  // The invitation: what comes later is about submissions.
  await nextLetterTo(vera.email, 0)
})

const openAs = ({ session }: User, query = '', expected?: RegExp): Promise<Page> =>
  site.open(ADDRESS.submissions + query, { session, ...(expected && { expected }) })
const entryOf = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true })
const hasFocus = (page: Page, title: string) =>
  entryOf(page, title).evaluate((entry) => entry === document.activeElement)

test('a returned item is opened from its letter, answered, and published with a link', async () => {
  const [title, other] = [`Regatta ${at}`, `Another ${at}`]
  const item = await vera.submit(title)
  await vera.addScan(item)
  await vera.submit(other)
  const before = (await lettersTo(vera.email)).length
  await clara.review(item, 'return', 'Do you know the year?')
  const { paths } = await nextLetterTo(vera.email, before)

  const page = await site.open(paths[0]!)
  await logIn(page, vera.email)
  const entry = entryOf(page, title)
  await entry.getByText('Do you know the year?').waitFor()
  await expect.poll(() => hasFocus(page, title), { message: 'the entry of the letter has the focus' }).toBe(true)
  await entry.locator('img').waitFor()
  expect(await entryOf(page, title).count(), 'it is not listed twice').toBe(1)
  await expectFitsEverywhere(page)
  const addressOfEdit = await entry.getByRole('link', { name: `Continue ${title}` }).getAttribute('href')
  expect(addressOfEdit).toBe(editItemAddress(item))

  await entry.getByRole('button', { name: 'Put Back in the Queue' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await vera.submissions('?state=returned')).count).toBe(1)
  await entry.getByRole('button', { name: 'Put Back in the Queue' }).press('Enter')
  await dialog.getByLabel('Your answer to the cataloguer').fill('It was 1901.')
  await dialog.getByRole('button', { name: 'Put Back in the Queue' }).press('Enter')
  await entry.getByText(TEXT.queued(title)).waitFor()
  await entry.getByText(STATE_NAMES.waiting).waitFor()
  expect(await hasFocus(page, title), 'the focus stays at the entry').toBe(true)
  expect((await clara.record('items', item)).history[0]).toMatchObject({ action: 'resubmitted', note: 'It was 1901.' })

  await clara.review(item, 'publish')
  const letter = await nextLetterTo(vera.email, before + 1)
  expect(letter.paths).toContain(itemAddress(item))
  await page.reload()
  await entry.getByRole('link', { name: 'See It in the Archive' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
})

test('a returned item is changed in the wizard, with the note beside it, and goes back into the queue', async () => {
  const title = `Picnic ${at}`
  const item = await vera.submit(title)
  await vera.addScan(item)
  await clara.review(item, 'return', 'Where was this?')
  const page = await openAs(vera, '?state=returned', /412 for \/api\/records/)
  await entryOf(page, title).getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('complementary', { name: 'About this submission' }).getByText('Where was this?').waitFor()
  // A reload goes on with it, although nothing was changed yet.
  await page.reload()
  await page.getByRole('complementary', { name: 'About this submission' }).getByText('Where was this?').waitFor()
  await page.getByLabel('Title').fill(`${title}, at the mill`)
  await page.getByRole('checkbox', { name: 'Show my name as contributor' }).check()
  await page.getByRole('region', { name: 'Catalogue record' }).getByText('Vera Calder').waitFor()
  await clara.edit(item, { title: `${title}, by the lake`, general_description: 'Under the elm.' })
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const changed = page.getByRole('dialog', { name: 'Somebody else has changed this item' })
  await changed.getByText(`Theirs: ${title}, by the lake`).waitFor()
  await changed.getByText(`Yours: ${title}, at the mill`).waitFor()
  await expectAxeClean(page)
  await changed.getByRole('button', { name: 'Look at it first' }).press('Enter')
  expect(await page.getByLabel('General Description').inputValue(), 'what only they changed').toBe('Under the elm.')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
  const { results } = await vera.submissions(`?kind=items&key=${item}`)
  expect(results).toMatchObject([{ label: `${title}, at the mill`, state: 'waiting', scans: 1 }])

  await clara.review(item, 'publish')
  const visitor = await site.open(itemAddress(item))
  await visitor.getByText('Contributed by').waitFor()
  await visitor.getByText('Vera Calder').waitFor()
})

test('a returned person is changed in the form of the popup, and goes back into the queue', async () => {
  const person = await vera.addPerson(`Marsh${at}`)
  await clara.review(person, 'return', 'Do you know the year of birth?', 'people')
  const page = await openAs(vera, `?record=people/${person}`, /400 for \/api\/records\/people/)
  const entry = entryOf(page, `John Marsh${at}`)
  const open = entry.getByRole('button', { name: 'Continue' })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Edit “John Marsh${at}”` })
  await dialog.getByText('Do you know the year of birth?').waitFor()
  await dialog.getByLabel('First name').fill('')
  await dialog.getByLabel('Born', { exact: true }).fill('1880')
  await expectFitsEverywhere(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open.press('Enter')
  expect(await dialog.getByLabel('Born', { exact: true }).inputValue(), 'nothing is lost when it is closed').toBe(
    '1880',
  )
  const save = dialog.getByRole('button', { name: TEXT.saveReturned })
  await save.press('Enter')
  await dialog.getByText(FORM.personFirstName).waitFor()
  await expectFocused(dialog.getByLabel('First name'))
  await dialog.getByLabel('First name').fill('Joan')
  await save.press('Enter')
  const changed = entryOf(page, `Joan Marsh${at}`)
  await changed.getByText(STATE_NAMES.waiting).waitFor()
  await changed.getByText(TEXT.queued(`John Marsh${at}`)).waitFor()
  await expect.poll(() => hasFocus(page, `Joan Marsh${at}`)).toBe(true)
})

test('whoever has sent nothing is told what appears here, and sees nothing of others', async () => {
  const item = await vera.submit(`Secret ${at}`)
  const page = await openAs(otto, `?record=items/${item}`, /404 for \/api\/records/)
  await page.getByText(TEXT.missing).waitFor()
  await page.getByText(TEXT.none).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Add Item' }).waitFor()
  expect(await page.getByText(`Secret ${at}`).count()).toBe(0)
  await page.goto(site.baseUrl + editItemAddress(item))
  await page.getByRole('alert').getByText(LOAD_FAILED.missing('submission')).waitFor()
  expect(await page.getByText(`Secret ${at}`).count()).toBe(0)
})

seldom('an archive that is away, or that has no such list, says so', async () => {
  const page = await openAs(otto, '', /submissions/)
  const isDown = '**/api/submissions/**'
  await page.route(isDown, (route) => route.abort())
  await page.getByLabel('Show').selectOption('People')
  await page.getByText(AUTH.away).waitFor()
  await page.unroute(isDown)
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await page.getByText(TEXT.noneHere).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  await page.route(isDown, (route) => route.fulfill({ status: 404, body: '<h1>Not Found</h1>' }))
  await page.reload()
  await page.getByText(TEXT.absent).waitFor()
})
