import type { Buffer } from 'node:buffer'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import type { User } from '../account/users.ts'
import type { Look, Site } from '../browser/site.ts'

/** The wizard of a user, ready to be filled in. */
export async function openWizard(site: Site, user: User, look: Look = {}): Promise<Page> {
  const page = await site.open('/add-item/', { session: user.session, ...look })
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
