import { beforeAll, expect, test } from 'vitest'
import { ERROR, FIELD } from '#contract/messages.ts'
import { NOTICE, TEXT } from '#islands/account/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import { createAccount, lettersTo, logIn, nextLetterTo, PASSWORD } from './people.ts'
import { expectFocused } from '../browser/focus.ts'

const site = useSite()
const EMAIL = `walker-${Date.now()}@example.org`
const NEW_PASSWORD = 'Lakeside-1901'
let activation: string
beforeAll(async () => {
  activation = await createAccount(EMAIL, 'Wilma Walker')
})

test('a new user activates the account, chooses a password, logs in, changes the password and ends all sessions', async () => {
  const sent: string[] = []
  const page = await site.open(activation, {
    prepare: async (context) =>
      void context.on('request', (request) => sent.push(JSON.stringify([request.url(), request.headers().referer]))),
    expected: /40[01] for \/auth\//,
  })
  expect(page.url(), 'the secret leaves the address').toBe(`${site.baseUrl}/activate/`)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.reload()
  await expectAxeClean(page)
  await page.getByRole('button', { name: 'Activate' }).click()

  // Our server names the next step.
  const submit = page.getByRole('button', { name: 'Reset Password' })
  await submit.click()
  expect(page.url()).toBe(`${site.baseUrl}/password/reset/confirm/`)
  const [first, second] = [page.getByLabel('New Password', { exact: true }), page.getByLabel('Confirm New Password')]
  await expectFocused(first, 'the first error has the focus')
  expect(
    await first.evaluate(
      (input) => document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)?.textContent,
    ),
  ).toBe(FIELD.required)
  await first.fill('harbour-1856')
  await second.fill(PASSWORD)
  await submit.click()
  await page.getByText(FIELD.password).waitFor()
  await first.fill(PASSWORD)
  await second.fill(`${PASSWORD}x`)
  await submit.click()
  await page.getByText(FIELD.passwordMatch).waitFor()
  await second.fill(` ${PASSWORD} `)
  await submit.click()
  await page.getByText(NOTICE.passwordSet.text).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  const secret = activation.split('/').at(-1)!
  expect(
    sent.filter((request) => request.includes(secret)).length,
    'only the page itself was asked for with it',
  ).toBeLessThanOrEqual(1)

  await page.goto(site.baseUrl + ADDRESS.login)
  await logIn(page, EMAIL, 'Wrong-Password-1')
  await page.getByText(ERROR.loginPage).waitFor()
  await logIn(page, EMAIL)
  await page.waitForURL(site.baseUrl + ADDRESS.submissions)
  await page.getByRole('main').getByRole('link', { name: 'Add Item' }).waitFor()
  await page.getByRole('button', { name: 'Wilma Walker' }).click()
  expect(await page.getByRole('navigation', { name: 'Your account' }).getByRole('link').allTextContents()).toEqual([
    'Add Item',
    'My submissions',
    'Account',
  ])
  await page.getByRole('link', { name: 'Account' }).click()

  await page.getByLabel('Current Password').fill('Not-My-Password-1')
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByText('Invalid password.').waitFor()
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByText(TEXT.passwordChanged).waitFor()
  await page.getByRole('button', { name: 'End All Sessions' }).click()
  await page.getByText(NOTICE.sessionsEnded.text).waitFor()
  await page.getByRole('link', { name: 'Log In' }).waitFor()
})

test('who closed the tab before choosing a password opens the letter’s link again', async () => {
  const link = await createAccount(`late-${Date.now()}@example.org`, 'Lee Late')
  for (let times = 0; times < 2; times += 1) {
    const page = await site.open(link)
    await page.getByRole('button', { name: 'Activate and Choose a Password' }).click()
    await page.getByLabel('New Password', { exact: true }).waitFor()
    expect(page.url()).toBe(`${site.baseUrl}/password/reset/confirm/`)
  }
})

test('a link that was used leads to the map, which says so', async () => {
  const page = await site.open(activation, { expected: /400 for \/auth\// })
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByText(NOTICE.notActivated(TEXT.badLink).text).waitFor()
})

test('a reset looks alike for known and unknown addresses', async () => {
  const seen: unknown[] = []
  const before = (await lettersTo(EMAIL)).length
  for (const email of [`nobody-${Date.now()}@example.org`, EMAIL]) {
    const page = await site.open(ADDRESS.resetPassword)
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await page.getByText(FIELD.email).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await page.getByText(NOTICE.resetRequested.text).waitFor()
    seen.push([
      new URL(page.url()).pathname,
      await page.locator('.map-notice').filter({ hasText: 'email' }).textContent(),
    ])
  }
  expect(seen[0]).toEqual(seen[1])
  const { paths } = await nextLetterTo(EMAIL, before)
  const page = await site.open(paths[0]!)
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm New Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText(NOTICE.passwordSet.text).waitFor()
})

test('every link in every letter opens a page', async () => {
  const letters = await lettersTo(EMAIL)
  expect(letters.length).toBeGreaterThan(1)
  for (const address of letters.flatMap(({ paths }) => paths))
    expect([address, (await fetch(site.baseUrl + address)).status]).toEqual([address, 200])
})
