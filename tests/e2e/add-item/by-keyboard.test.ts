import { beforeAll, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { ERROR } from '#contract/messages.ts'
import { IMAGES } from '#islands/add-item/images/messages.ts'
import { personName } from '#rules/names/record-names.ts'
import { PASSWORD } from '../account/people.ts'
import { newUser, type User } from '../account/users.ts'
import { expectFocusSeen, press, smallTargets, tabThrough, tabTo } from '../browser/focus.ts'
import { expectNoSidewaysScroll, useSite } from '../browser/site.ts'
import { findItem } from '../collection/live-collection.ts'
import { openWizard, picture, section, typeOf } from './wizard-user.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
let wen: User
/** An item of the town, for names that the suggestions find. */
let known: Item
beforeAll(async () => {
  wen = await newUser(site, 'Wen Volunteer')
  known = await findItem(site, ({ id, people, location }) => id < 900_000 && people.length > 0 && !!location?.name)
})

test('a whole item is submitted by keyboard, from the login on; the focus is always seen', async () => {
  const page = await site.open('/add-item/')
  const { keyboard } = page
  const login = page.getByRole('dialog', { name: 'Log In' })
  await login.waitFor()
  await keyboard.type(wen.email)
  await press(page, 'Tab')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await typeOf(page).waitFor()
  await expectFocusSeen(page, 'after the login')

  await tabTo(page, typeOf(page))
  await press(page, 'p')
  await tabTo(page, section(page, 'Type').getByRole('button', { name: 'Next' }))
  await press(page, 'Enter')

  const images = section(page, 'Images')
  // Before the way to the button: the browser has to know by then that somebody waits.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, images.getByRole('button', { name: 'Choose pictures' }))
  await keyboard.press('Enter')
  await (await chooser).setFiles([await picture('front.jpg', 'teal'), await picture('back.jpg', 'beige')])
  await images.getByText('back.jpg').first().waitFor()
  await expectFocusSeen(page, 'after the files were chosen')
  await tabTo(page, page.getByRole('button', { name: 'Move front.jpg, 1 of 2' }))
  await press(page, 'ArrowDown')
  await page.getByRole('button', { name: 'Move front.jpg, 2 of 2' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'front.jpg moved to 2 of 2.' }).waitFor()
  await keyboard.press('Shift+Tab')
  const preview = page.getByRole('button', { name: new RegExp(`${IMAGES.editWatermark('front.jpg')}$`) })
  await tabTo(page, preview)
  await press(page, 'Enter')
  const editor = page.getByRole('dialog', { name: IMAGES.editor.title })
  await tabTo(page, editor.getByLabel(IMAGES.editor.text, { exact: true }))
  await keyboard.press('Control+A')
  await keyboard.type('From the attic')
  await tabTo(page, editor.getByLabel(IMAGES.editor.color))
  await press(page, 'w')
  await press(page, 'Enter')
  await tabTo(page, editor.getByRole('button', { name: IMAGES.editor.save }))
  await keyboard.press('Enter')
  await editor.waitFor({ state: 'detached' })
  await expectFocusSeen(page, 'after the watermark editor')

  const choose = async (label: string, name: string) => {
    await tabTo(page, page.getByRole('combobox', { name: label, exact: true }))
    await keyboard.type(name)
    await page.locator('[role=option]').filter({ hasText: name }).first().waitFor()
    await press(page, 'ArrowDown')
    await press(page, 'Enter')
    await page.getByRole('list', { name: `${label}: chosen` }).waitFor()
  }
  await choose('Location', known.location!.name)
  await tabTo(page, page.getByLabel('Date', { exact: true }))
  await keyboard.type('1901')
  await tabTo(page, page.getByLabel('Title', { exact: true }))
  const title = `By keyboard ${Date.now()}`
  await keyboard.type(title)
  await choose('People Tags', personName(known.people[0]!))
  await keyboard.type('Zebulon Keys')
  await page.getByRole('status').getByText('Not in the archive yet?').waitFor()
  const addPerson = page.getByRole('button', { name: 'Add a person', exact: true })
  await tabTo(page, addPerson)
  await keyboard.press('Enter')
  const popup = page.getByRole('dialog', { name: 'Add a person' })
  await popup.getByLabel('Surname').waitFor()
  await press(page, 'Enter')
  await popup.waitFor({ state: 'detached' })
  await expectFocusSeen(page, 'after the popup')
  expect(await page.getByText('Not in the archive yet?').count(), 'that is settled').toBe(0)
  await tabTo(page, page.getByLabel('General Description'))
  await keyboard.type('Boats at the pier.')
  await tabTo(page, page.getByRole('button', { name: 'Submit', exact: true }))
  await keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Thank you!' })
  await done.getByText(ERROR.submitted, { exact: true }).waitFor()
  await expectFocusSeen(page, 'after submitting')
  await tabTo(page, done.getByRole('button', { name: 'Add another item' }))
  await keyboard.press('Enter')
  await done.waitFor({ state: 'detached' })
  await expectFocusSeen(page, 'after the closing dialog')
  expect(await page.locator('[data-section]').count(), 'only the type').toBe(1)

  const found = `/api/items/?visibility=draft&search=${encodeURIComponent(title)}`
  const { results } = await wen.read<{ results: Item[] }>(found)
  expect(results[0]).toMatchObject({ type: 'photograph', date_start: 19010000, location: { id: known.location!.id } })
  expect(results[0]!.people.map(personName)).toContain('Zebulon Keys')
  expect(results[0]!.item_scans).toHaveLength(2)
})

seldom(
  'at 400 % zoom, in forced colours: no bar covers what has the focus, every control is large enough, and nothing scrolls sideways',
  async () => {
    const page = await openWizard(site, wen)
    await page.setViewportSize({ width: 320, height: 256 })
    await page.emulateMedia({ forcedColors: 'active' })
    await typeOf(page).selectOption('photograph')
    await section(page, 'Images').locator('input[type=file]').first().waitFor({ state: 'attached' })
    await section(page, 'Images')
      .locator('input[type=file]')
      .first()
      .setInputFiles([await picture(`${'A long name '.repeat(12)}.jpg`, 'teal'), await picture('back.jpg', 'beige')])
    await section(page, 'Images').getByText('back.jpg').first().waitFor()
    await page.getByLabel('Title', { exact: true }).fill('Of the harbour, the mill and the ferry. '.repeat(8))
    await page.getByRole('combobox', { name: 'People Tags' }).fill('Nobody Knows')
    const main = page.getByRole('main')
    expect(await tabThrough(page, main)).toBeGreaterThan(40)
    expect(await smallTargets(main)).toEqual([])
    await expectNoSidewaysScroll(page)

    const open = [
      ['Add a person', 'Close'],
      [new RegExp(`${IMAGES.editWatermark('back.jpg')}$`), 'Cancel'],
      ['Throw this draft away', 'Keep it'],
    ] as const
    for (const [opener, closer] of open) {
      await page.getByRole('button', { name: opener, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: closer }).waitFor()
      expect(await tabThrough(page, dialog), String(opener)).toBeGreaterThan(1)
      expect(await smallTargets(dialog), String(opener)).toEqual([])
      expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), String(opener)).toBeLessThanOrEqual(0)
      await dialog.getByRole('button', { name: closer }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  },
)
