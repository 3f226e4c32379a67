import { beforeAll, expect, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { chunk, wav } from '../../server/scans/sounds.ts'
import { newUser, type User } from '../account/users.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from '../browser/site.ts'
import { isFocused, openWizard, section, submit, typeOf, untilSaved } from './wizard-user.ts'

const site = useSite()
let vera: User
beforeAll(async () => {
  vera = await newUser(site, 'Vera Volunteer')
})
/** Three parts, of a file that no other journey sends: it would keep the name of the first. */
const FAIR = { name: 'Fair.wav', mimeType: 'audio/wav', buffer: wav(3, chunk('JUNK', Buffer.alloc(9 * 1024 ** 2, 3))) }

test('a volunteer gives the file of a video, goes on after a reload where it was stopped, and a reviewer plays it', async () => {
  const page = await openWizard(site, vera, { expected: /ERR_INTERNET_DISCONNECTED|ERR_ABORTED|ERR_FAILED|recordings/ })
  await typeOf(page).selectOption('video')
  const video = section(page, 'Video')
  const input = video.getByLabel('File of the video')
  await input.setInputFiles({ name: 'Fair.avi', mimeType: 'video/avi', buffer: Buffer.from('RIFF1234AVI LIST') })
  await video.getByRole('alert').getByText(`Fair.avi: ${RECORDING.kind}`).waitFor()
  await input.setInputFiles(FAIR)
  const remove = video.getByRole('button', { name: 'Remove Fair.wav' })
  await remove.waitFor()
  await video.getByLabel('Another file instead').waitFor()
  expect(await video.getByRole('alert').count()).toBe(0)
  await expectFitsEverywhere(page)
  await remove.press('Enter')
  await expect.poll(() => input.evaluate(isFocused)).toBe(true)
  await input.setInputFiles(FAIR)
  await remove.waitFor()
  const title = `The fair ${Date.now()}`
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('General Description').fill('Filmed by the mayor.')
  await untilSaved(page)

  const at: string[] = []
  await page.route('**/api/recordings/', async (route) => {
    at.push(/name="at"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()!.subarray(0, 2000).toString('latin1'))![1]!)
    // The line is cut after the first part.
    if (at.length === 2) await route.abort('internetdisconnected')
    else await route.continue()
  })
  await submit(page)
  const sending = page.getByRole('dialog', { name: 'Sending your video…' })
  await sending.getByText('Fair.wav waits for the archive').waitFor()
  await expectAxeClean(page)
  await sending.getByRole('button', { name: 'Stop' }).press('Enter')
  await sending.waitFor({ state: 'detached' })
  expect(at).toEqual(['0', '4194304'])
  await page.reload()
  await page.getByText('the item was sent, but its video is missing. Submit it again.').waitFor()
  await remove.waitFor()
  await submit(page)
  await page.getByText(ERROR.submitted, { exact: true }).waitFor()
  expect(at.slice(2)).toEqual(['0', '4194304', '8388608'])

  const { results } = await vera.read<{ results: { id: number; item_files: { file_name: string }[] }[] }>(
    `/api/items/?visibility=draft&search=${encodeURIComponent(title)}`,
  )
  expect(results).toMatchObject([{ item_files: [{ file_name: 'Fair.wav', format: 'wav', duration: 3 }] }])
  const ruth = await newUser(site, 'Ruth Reviewer', 'staff')
  const desk = await site.open(`${ADDRESS.review}?record=items/${results[0]!.id}`, { session: ruth.session })
  const draft = desk.locator('.own-recording audio')
  await draft.evaluate((media: HTMLMediaElement) => media.play())
  await expect.poll(() => draft.evaluate((media: HTMLMediaElement) => media.currentTime)).toBeGreaterThan(0)
})

test('a file that the archive finds damaged is named with the reason, and a link may take its place', async () => {
  const page = await openWizard(site, vera, { expected: /400|recordings/ })
  await typeOf(page).selectOption('video')
  await page.getByLabel('File of the video').setInputFiles({ ...FAIR, buffer: wav(3).subarray(0, 20_000) })
  await page.getByLabel('Title', { exact: true }).fill(`The flood ${Date.now()}`)
  await page.getByLabel('General Description').fill('Filmed from the bridge.')
  await submit(page)
  const refused = page.getByRole('dialog', { name: WIZARD.recordingNotSent('Fair.wav') })
  await refused.getByText(RECORDING.broken).waitFor()
  await refused.getByRole('button', { name: 'OK' }).press('Enter')
  await page.getByRole('button', { name: 'Remove Fair.wav' }).press('Enter')
  await page.getByLabel('Address of the video').fill(`https://www.youtube.com/watch?v=${Date.now()}`)
  await submit(page)
  await page.getByText(ERROR.submitted, { exact: true }).waitFor()
})
