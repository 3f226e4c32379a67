import { expect, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { chunk, wav } from '../server/scans/sounds.ts'
import { newUser } from './account/users.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()
/** Three parts. */
const SOUND = wav(3, chunk('JUNK', Buffer.alloc(9 * 1024 ** 2)))
const VTT =
  'WEBVTT\n\n00:00.000 --> 00:01.500\n<v Mary>We lived by the mill.\n\n00:01.500 --> 00:03.000\nIt burnt down.\n'

test('staff send a recording over a line that is cut, write down what is said, and publish it', async () => {
  const ruth = await newUser(site, 'Ruth Listener', 'staff')
  const item = await ruth.submit(`Mary remembers ${Date.now()}`, { type: 'oral_history' })
  const page = await site.open(`${ADDRESS.review}?record=items/${item}`, {
    session: ruth.session,
    expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|recordings/,
  })
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const at: string[] = []
  await page.route('**/api/recordings/', async (route) => {
    at.push(/name="at"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()!.subarray(0, 2000).toString('latin1'))![1]!)
    // The second part is lost on its way.
    if (at.length === 2) await route.abort('internetdisconnected')
    else await route.continue()
  })
  const input = page.getByLabel('Add a recording')
  await input.setInputFiles({ name: 'Side A.wav', mimeType: 'audio/wav', buffer: SOUND })
  await page.getByText('Side A.wav waits for the archive').waitFor()
  await page.getByText('wav, 00:00:03').waitFor()
  expect(at).toEqual(['0', '4194304', '4194304', '8388608'])

  await page.locator('summary', { hasText: 'transcript' }).press('Enter')
  const form = page.getByRole('form', { name: 'Text of Side A.wav' })
  await form.getByLabel('What it is').fill('Side A')
  await form
    .getByLabel('Transcript from a file')
    .setInputFiles({ name: 'side-a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(VTT) })
  await expect.poll(() => form.getByRole('textbox', { name: 'Transcript', exact: true }).inputValue()).toBe(VTT)
  await expectFitsEverywhere(page)
  await form.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const remove = page.getByRole('button', { name: 'Remove Side A', exact: true })
  await remove.waitFor()

  // Staff hear the draft, and visitors do not.
  const draft = page.locator('.own-recording audio')
  await draft.evaluate((media: HTMLMediaElement) => media.play())
  await expect.poll(() => draft.evaluate((media: HTMLMediaElement) => media.currentTime)).toBeGreaterThan(0)
  const address = await draft.locator('source').getAttribute('src')
  const open = new URL(address!.replace(/~\w+/, ''), site.baseUrl)
  expect((await fetch(open)).status).toBe(404)

  await remove.press('Enter')
  // What is published is what is on screen.
  await remove.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Undo: / }).press('Enter')
  await remove.waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).first().press('Enter')
  await expect.poll(async () => (await ruth.record('items', item)).state).toBe('published')

  const reader = await site.open(`/itemview/${item}/`)
  await reader.getByRole('heading', { name: /^Side A/ }).waitFor()
  await reader.locator('.own-recording audio').waitFor()
  expect((await fetch(open, { headers: { range: 'bytes=0-3' } })).status).toBe(206)
  await expectAxeClean(reader)
  // Paper has what is said, and no player.
  await reader.emulateMedia({ media: 'print' })
  await reader.getByText('We lived by the mill.').waitFor()
  expect(await reader.locator('.own-recording audio').isVisible()).toBe(false)
})
