import type { Buffer } from 'node:buffer'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import type { Session } from '../account/account-calls.ts'
import { activate, createAccount, sessionOf } from '../account/people.ts'
import type { Look, Site } from '../browser/site.ts'

export interface Volunteer extends Session {
  email: string
}

let count = 0
/** A new user who has logged in. */
export async function newUser(site: Site, name: string, role?: 'staff'): Promise<Volunteer> {
  const email = `wizard-${Date.now()}-${count++}@example.org`
  await activate(site.baseUrl, await createAccount(email, name, role))
  return { email, ...(await sessionOf(site.baseUrl, email)) }
}

/** The wizard of a user, ready to be filled in. */
export async function openWizard(site: Site, user: Volunteer, look: Look = {}): Promise<Page> {
  const page = await site.open('/add-item/', { session: user, ...look })
  await typeOf(page).waitFor()
  return page
}
export const typeOf = (page: Page): Locator => page.getByLabel('What are you adding?')
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Submit', exact: true }).click()
export const isFocused = (element: Element): boolean => element === document.activeElement
/** Waits until the draft is on the device. */
export const untilSaved = (page: Page): Promise<void> => page.getByText(/Saved on this device/).waitFor()

/** Types into a tag input and chooses the first suggestion with the name. */
export async function chooseTag(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.locator('[role=option]').filter({ hasText: name }).first().click()
}

export async function picture(name: string, colour: string) {
  const buffer: Buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** What the API says to the user. */
export async function read<Answer>(site: Site, { access }: Volunteer, path: string): Promise<Answer> {
  const answer = await fetch(site.baseUrl + path, { headers: { authorization: `JWT ${access}` } })
  if (!answer.ok) throw new Error(`${answer.status} for ${path}`)
  return (await answer.json()) as Answer
}
