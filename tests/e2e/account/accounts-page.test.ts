import { beforeAll, expect, test } from 'vitest'
import { FIELD } from '#contract/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { TEXT } from '#islands/review/accounts/messages.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from '../browser/site.ts'
import { lettersTo, nextLetterTo } from './people.ts'
import { newUser, type User } from './users.ts'
import { expectFocused } from '../browser/focus.ts'

const site = useSite()
const at = Date.now()
const ANN = `ann-${at}@example.org`
let ada: User
let vera: User
beforeAll(async () => {
  ada = await newUser(site, `Ada ${at}`, 'administrator')
  vera = await newUser(site, `Vera ${at}`)
})

test('an administrator invites somebody, and disables an author whose draft stays in the queue, by keyboard', async () => {
  await vera.submit(`The ferry of ${at}`)
  const page = await site.open(STAFF_ADDRESS.accounts, { session: ada.session, expected: /400/ })
  await page.getByLabel('Name, email or organization').fill(`${at}`)
  await page.getByText('2 accounts', { exact: true }).waitFor()
  await expectFitsEverywhere(page)

  await page.getByRole('button', { name: TEXT.invite }).press('Enter')
  const invite = page.getByRole('dialog', { name: TEXT.invite })
  await invite.getByLabel('Email').fill(vera.email)
  await invite.getByLabel('Name').fill(`Ann ${at}`)
  await page.keyboard.press('Enter')
  await invite.getByText(FIELD.emailInUse).waitFor()
  await expectFocused(invite.getByLabel('Email'))
  await expectAxeClean(page)
  await invite.getByLabel('Email').fill(ANN)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(`Ann ${at} is invited.`).waitFor()
  await page.getByText('3 accounts', { exact: true }).waitFor()
  expect((await nextLetterTo(ANN, 0)).text).toContain('/activate/')

  const change = (name: string) => page.getByRole('button', { name: `Change the account of ${name} ${at}` })
  await change('Ann').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Send the Invitation Again' }).press('Enter')
  await page.getByRole('status').getByText('Another invitation').waitFor()
  await nextLetterTo(ANN, (await lettersTo(ANN)).length > 1 ? 1 : 0)

  await change('Vera').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable…' }).press('Enter')
  const ask = page.getByRole('dialog', { name: `Disable the account of Vera ${at}?` })
  await ask.getByText('1 draft of theirs stays in the queue').waitFor()
  await ask.getByRole('button', { name: 'Disable', exact: true }).press('Enter')
  await page.getByRole('status').getByText(`Vera ${at} can't log in any more.`).waitFor()
  await expectFocused(change('Vera'))

  await change('Ada').press('Enter')
  const own = page.getByRole('dialog', { name: `Ada ${at}` })
  await own.getByText(TEXT.own).waitFor()
  expect(await own.getByRole('button', { name: 'Disable…' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  // Her draft is read and published as before.
  await page.goto(`${site.baseUrl}${ADDRESS.review}?search=${at}`)
  await page.getByRole('heading', { level: 2, name: `The ferry of ${at}` }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByText(`“The ferry of ${at}”`).first().waitFor()
})
