import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { IMAGES } from '#islands/add-item/images/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { newUser, type User } from '../account/users.ts'
import type { Look, Site } from '../browser/site.ts'

const rowsOf = (page: Page) => page.getByRole('list', { name: IMAGES.list }).getByRole('listitem')
/** What a volunteer does in the wizard, and sees at its end. */
export const wizard = {
  rowsOf,
  async choose(page: Page, files: Parameters<Locator['setInputFiles']>[0] & readonly unknown[]) {
    const before = await rowsOf(page).count()
    await page.locator('input[type=file]').first().setInputFiles(files)
    await rowsOf(page)
      .nth(before + files.length - 1)
      .waitFor()
  },
  saved: (page: Page) =>
    page
      .getByText(/^Saved on this device/)
      .first()
      .waitFor(),
  submit: (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click(),
  thanks: (page: Page) => page.getByRole('dialog').filter({ hasText: ERROR.submitted }).waitFor(),
}

/** A volunteer of this test file with a folder of files. */
export function useVolunteer(site: Site, name: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-volunteer-'))
  let tom: User
  beforeAll(async () => {
    tom = await newUser(site, `Tom ${name}`)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function fileAt(name: string, bytes: Buffer | string): string {
    const file = path.join(folder, name)
    writeFileSync(file, bytes)
    return file
  }
  async function photograph(name: string, at: number): Promise<string> {
    const background = { r: at * 60, g: 90, b: 120 }
    return fileAt(
      name,
      await sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    )
  }
  return {
    fileAt,
    /** Photographs of different colours. */
    photographs: (...names: string[]) => Promise.all(names.map(photograph)),
    /** The wizard with a photograph to submit. */
    async openWizard(title: string, look: Look = {}): Promise<Page> {
      const page = await site.open(ADDRESS.addItem, { session: tom.session, ...look })
      await page.getByLabel('What are you adding?').selectOption('photograph')
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('General Description').fill('From the attic')
      return page
    },
    /** What the archive has of this volunteer's with this title: the number of scans of each item. */
    async submitted(title: string): Promise<number[]> {
      const { results } = await tom.read<{ results: { title: string; item_scans: unknown[] }[] }>(
        '/api/items/?visibility=draft&page_size=100',
      )
      return results.filter((item) => item.title === title).map(({ item_scans }) => item_scans.length)
    },
  }
}
