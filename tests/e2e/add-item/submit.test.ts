import { beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { ERROR, FORM, TAG } from '#contract/messages.ts'
import { personName } from '#rules/names/record-names.ts'
import { logIn } from '../account/people.ts'
import { newUser, type User } from '../account/users.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import { findItem } from '../collection/live-collection.ts'
import { chooseTag, isFocused, openWizard, picture, section, submit, typeOf } from './wizard-user.ts'

const site = useSite()
let wen: User
/** An item of the town, for names that the suggestions find. */
let known: Item
beforeAll(async () => {
  wen = await newUser(site, 'Wen Volunteer')
  known = await findItem(
    site,
    ({ id, people, subject, location }) => id < 900_000 && people.length > 0 && subject.length > 0 && !!location?.name,
  )
})

/** The item that the last submission made. */
async function sentItem(title: string): Promise<Item> {
  const { results } = await wen.read<{ results: Item[] }>(
    `/api/items/?visibility=draft&search=${encodeURIComponent(title)}`,
  )
  return wen.read<Item>(`/api/item/${results[0]!.id}/`)
}

describe('a submission', () => {
  test('a date in words is kept whole, read aloud, and fills the date inputs, which still count as they are', async () => {
    const page = await openWizard(site, wen)
    await typeOf(page).selectOption('event')
    const words = page.getByLabel('Date in words')
    await words.pressSequentially('about 1890 to 1895')
    await page.getByText('We read: about 1890 to 1895.').waitFor()
    expect(await page.getByLabel('Start date').inputValue()).toBe('1890')
    expect(await page.getByLabel('End date').inputValue()).toBe('1895')
    await words.fill('the year of the fire')
    await page.getByText("We can't read the date").waitFor()
    const date = page.getByLabel('Date', { exact: true })
    expect(await date.inputValue()).toBe('')
    // Nothing is cut, in the date input neither.
    await date.pressSequentially('about 1890 to 1895')
    expect(await date.inputValue()).toBe('about 1890 to 1895')
    await page
      .getByText(/We can't read this date/)
      .first()
      .waitFor()
    await date.fill('')
    await words.fill('about 1890 to 1895')
    await page.getByLabel('End date').fill('1896')
    await page.getByText('The date below is another one').waitFor()
    const title = `Regatta ${Date.now()}`
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page.getByLabel('General Description').fill('Boats.')
    const review = section(page, 'Review and submit')
    await review.getByText('about 1890 to 1895').first().waitFor()
    await submit(page)
    await page.getByText(ERROR.submitted, { exact: true }).waitFor()
    const dates = { date_start: 18900000, date_end: 18960000, date_start_text: 'about 1890 to 1895', date_end_text: '' }
    expect(await sentItem(title)).toMatchObject(dates)
  })
  test('a photograph with two pictures, place, date, people and a subject, after a login over the page', async () => {
    const page = await site.open('/add-item/')
    await page.getByRole('dialog', { name: 'Log In' }).waitFor()
    await page.getByRole('status').getByText('Loading...').waitFor()
    await logIn(page, wen.email)
    await typeOf(page).waitFor()
    expect(await page.locator('[data-section]').count(), 'only the type').toBe(1)
    expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/collection/')

    await typeOf(page).selectOption('photograph')
    const sections = await page.locator('[data-section] > header h2').allTextContents()
    expect(sections).toEqual([
      'Type',
      'Images',
      'Location and time',
      'Description',
      'Archival description',
      'Review and submit',
    ])
    const chooser = page.waitForEvent('filechooser')
    await section(page, 'Images')
      .getByRole('button', { name: /choose pictures/i })
      .click()
    await (await chooser).setFiles([await picture('front.jpg', 'teal'), await picture('back.jpg', 'beige')])
    await section(page, 'Images').getByText('back.jpg').first().waitFor()

    await chooseTag(page, 'Location', known.location!.name)
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByLabel('Start date').fill('1901')
    const end = page.getByLabel('End date')
    await end.pressSequentially('1899')
    await page.getByRole('alert').getByText(FORM.rangeEnd).waitFor()
    expect(await end.getAttribute('aria-invalid')).toBe('true')
    expect(await end.inputValue(), 'the value is refused').toBe('189')
    await end.fill('1903')

    const title = `The harbour in ice ${Date.now()}`
    await page.getByLabel('Title', { exact: true }).fill(title)
    const name = personName(known.people[0]!)
    await chooseTag(page, 'People Tags', name)
    await chooseTag(page, 'People Tags', name)
    const people = page.getByRole('combobox', { name: 'People Tags' })
    if ((await page.getByRole('list', { name: 'People Tags: chosen' }).getByRole('listitem').count()) === 1) {
      await page.getByRole('alert').getByText(TAG.person, { exact: true }).waitFor()
      expect(await people.getAttribute('aria-invalid')).toBe('true')
    }
    await page.getByLabel('General Description').fill('Boats lie in the ice; the ferry is behind them.')
    await chooseTag(page, 'Subject Tags', known.subject[0]!.subject_name)
    // That is for users of the society.
    expect(await page.getByRole('button', { name: 'Add Collection' }).count()).toBe(0)
    await page
      .getByText('The society’s staff may modify')
      .or(page.getByText("The society's staff may modify"))
      .waitFor()

    const review = section(page, 'Review and submit')
    await review.getByRole('heading', { name: title }).waitFor()
    expect(
      await review
        .getByText('1901–1903')
        .or(review.getByText(/1901.+1903/))
        .count(),
    ).toBeGreaterThan(0)
    await submit(page)
    const done = page.getByRole('dialog', { name: 'Thank you!' })
    await done.getByText(ERROR.submitted, { exact: true }).waitFor()
    await expectAxeClean(page)

    const item = await sentItem(title)
    expect(item).toMatchObject({ visibility: 'draft', date_start: 19010000, date_end: 19030000, type: 'photograph' })
    expect(item.item_scans).toHaveLength(2)
    expect(item.location!.id).toBe(known.location!.id)
    await done.getByRole('button', { name: 'Add another item' }).click()
    expect(await typeOf(page).inputValue()).toBe('')
    expect(await page.locator('[data-section]').count()).toBe(1)
  })

  test('what is missing is said at its field, which gets the focus', async () => {
    const page = await openWizard(site, wen)
    await typeOf(page).selectOption('event')
    await submit(page)
    const description = page.getByLabel('General Description')
    await expect.poll(() => description.evaluate(isFocused)).toBe(true)
    await section(page, 'Description').getByRole('alert').getByText(FORM.itemDescription, { exact: true }).waitFor()
    await description.fill('A regatta.')
    expect(await description.getAttribute('aria-invalid')).toBe(null)
  })

  test('a lost session opens the login over the wizard, and then the item is sent', async () => {
    const page = await openWizard(site, wen, { expected: /401/ })
    await typeOf(page).selectOption('paper_record')
    await page.getByLabel('General Description').fill('A letter about the mill.')
    await page.evaluate(() => {
      localStorage.setItem('access', 'a.b.c')
      localStorage.setItem('refresh', 'a.b.c')
    })
    await submit(page)
    await page.getByRole('dialog').getByText(ERROR.unauthorized, { exact: true }).waitFor()
    await logIn(page, wen.email)
    await page.getByText(ERROR.submittedWithoutImages, { exact: true }).waitFor()
  })
})
