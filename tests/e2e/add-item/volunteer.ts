import type { BrowserContext, Page } from 'playwright'
import { NOTICE } from '#islands/account/messages.ts'
import type { SmallTown } from './small-town.ts'

export const PASSWORD = 'Harbour-1835'

/** A new volunteer: from the letter to the wizard, by hand. `site`: where the browser finds the town. */
export async function joinAsVolunteer(
  context: BrowserContext,
  town: SmallTown,
  site: string,
  email: string,
): Promise<Page> {
  await town.archive('account', 'create', email, '--name', 'Edith Calder')
  const link = await town.linkFor(email, 'activate')
  const page = await context.newPage()
  await page.goto(site + link)
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText(NOTICE.passwordSet.text).waitFor()
  await page.goto(`${site}/add-item/`)
  const dialog = page.getByRole('dialog', { name: 'Log In' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log In' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return page
}

/** A photograph with these images; resolves once they are all in the list. */
export async function choosePhotographs(page: Page, files: readonly string[]): Promise<void> {
  await page.getByLabel('What are you adding?').selectOption('photograph')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files])
  const rows = page.getByRole('list', { name: /^Your pictures/ }).getByRole('listitem')
  await rows.nth(files.length - 1).waitFor({ timeout: 60_000 })
}
