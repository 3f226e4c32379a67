import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { newUser, type User } from '../account/users.ts'
import { useSite } from '../browser/site.ts'
import { openWizard, picture, section, submit, typeOf, untilSaved } from './wizard-user.ts'

const site = useSite()
let wen: User
beforeAll(async () => {
  wen = await newUser(site, 'Wen Volunteer')
})

/** The wizard with a postcard, whose images are not sent before `release`. */
async function openHeldWizard() {
  let isHeld = true
  const page = await openWizard(site, wen, {
    routes: (context) =>
      context.route('**/api/scans/create/', async (route) => {
        while (isHeld) await new Promise((resolve) => setTimeout(resolve, 100))
        await route.continue().catch(() => {})
      }),
  })
  await typeOf(page).selectOption('postcard')
  return { page, release: () => (isHeld = false) }
}

test('while images are sent: progress, pause and resume; Escape and leaving do not end it unasked', async () => {
  const { page, release } = await openHeldWizard()
  await section(page, 'Images')
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('front.jpg', 'teal'), await picture('back.jpg', 'beige')])
  await page.getByLabel('General Description').fill('Greetings.')
  await submit(page)
  const dialog = page.getByRole('dialog', { name: 'Sending your images…' })
  await dialog.getByText('0 of 2 images sent.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor()

  const question = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()

  await dialog.getByRole('button', { name: 'Pause' }).click()
  await dialog.getByText(/Paused\./).waitFor()
  release()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await page.getByText(ERROR.submitted, { exact: true }).waitFor()
})

test('a reopened draft says nothing of missing images while it is sent, nor behind “Thank you!”', async () => {
  const { page, release } = await openHeldWizard()
  await section(page, 'Images')
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('front.jpg', 'teal')])
  await page.getByLabel('General Description').fill('Greetings again.')
  await untilSaved(page)
  await page.reload()
  await page.getByText(/This is your draft of/).waitFor()
  await submit(page)
  await page.getByRole('dialog', { name: 'Sending your images…' }).getByText('0 of 1 image sent.').waitFor()
  expect(await page.getByText('images are missing').count()).toBe(0)
  release()
  await page.getByText(ERROR.submitted, { exact: true }).waitFor()
  expect(await page.getByText('images are missing').count()).toBe(0)
})

/** Bytes after brotli (issue 13). The map, the popups and the watermark editor are fetched when first used, and counted apart. */
const SCRIPTS = { page: 220_000, apart: 150_000 } as const

test("the wizard's scripts keep to their bytes", async () => {
  const sizes = new Map<string, Promise<number>>()
  const sum = async () => (await Promise.all(sizes.values())).reduce((total, size) => total + size, 0)
  const page = await openWizard(site, wen, {
    prepare: async (context) => {
      context.on('response', (response) => {
        if (response.url().endsWith('.js'))
          sizes.set(
            response.url(),
            response.body().then((body) => brotliCompressSync(body).length),
          )
      })
    },
  })
  await typeOf(page).selectOption('photograph')
  await section(page, 'Images').locator('input[type=file]').first().waitFor({ state: 'attached' })
  const ofPage = await sum()
  expect(ofPage).toBeLessThanOrEqual(SCRIPTS.page)

  await page.getByRole('button', { name: 'Choose on the map' }).click()
  await page.locator('.leaflet-container').waitFor()
  for (const name of ['Add a person', 'Add Subject', 'Add Organization']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click()
  }
  expect((await sum()) - ofPage).toBeLessThanOrEqual(SCRIPTS.apart)
})
