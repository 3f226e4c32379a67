import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page, type Response } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { CHROMIUM_ARGS, findHeadless } from '../../runner/chromium.ts'
import { startProxy, type Proxy } from './cuttable-proxy.ts'
import { makeShoebox, type Shoebox } from './shoebox-images.ts'
import { startSmallTown, type SmallTown } from './small-town.ts'
import { choosePhotographs, joinAsVolunteer, PASSWORD } from './volunteer.ts'

// A volunteer submits a shoebox of photographs while everything that can break breaks. With SHOEBOX=40 (`npm run bench -- wizard`) it is the forty images
// of the issue, and the connection is cut at the 13th, the tab is killed at the 20th and the session ends at the 30th; twelve are enough for `npm test -- all`.

const COUNT = Number(process.env['SHOEBOX'] ?? 12)
const AT = COUNT === 40 ? { cut: 13, kill: 20, end: 30 } : { cut: 3, kill: 5, end: 7 }
const WATERMARK = 'Calder family album'
const LAST_WATERMARK = 'Album of Edith Calder'

let town: SmallTown
let proxy: Proxy
let browser: Browser
let shoebox: Shoebox
let context: BrowserContext
beforeAll(async () => {
  ;[town, shoebox, browser] = await Promise.all([
    startSmallTown(path.join(inject('dataDir'), 'site')),
    makeShoebox(COUNT),
    chromium.launch({ executablePath: findHeadless()!, args: CHROMIUM_ARGS }),
  ])
  proxy = await startProxy(town.port)
}, 300_000)
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await town.stop()
  rmSync(shoebox.folder, { recursive: true, force: true })
})

async function join(email: string): Promise<Page> {
  context = await browser.newContext()
  return joinAsVolunteer(context, town, proxy.url, email)
}

/** Types everything, once. */
async function fillIn(page: Page, title: string) {
  await choosePhotographs(page, shoebox.files)
  await page.getByRole('button', { name: 'Watermark of scan-01.jpg' }).click()
  const editor = page.getByRole('dialog', { name: 'Watermark' })
  await editor.getByLabel('Text', { exact: true }).fill(WATERMARK)
  await editor.getByLabel('Use this text for all images').check()
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Watermark of scan-${String(COUNT).padStart(2, '0')}.jpg` }).click()
  await editor.getByLabel('Text', { exact: true }).fill(LAST_WATERMARK)
  await editor.getByLabel('Color').selectOption('white')
  await editor.getByLabel('Position').selectOption('top left')
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('What does the picture show? (scan-01.jpg)').fill('A quay')
  // The last one comes first.
  for (let at = 0; at < 2; at++) await page.getByRole('button', { name: 'Move scan-03.jpg up' }).click()
  await page.getByLabel('Date', { exact: true }).fill('1901')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('General Description').fill('Found in the attic')
  await page
    .getByText(/^Saved on this device/)
    .first()
    .waitFor()
}

/** Calls `work` once the server has stored so many images, while others are on their way. */
async function onImage(page: Page, number: number, work: () => unknown): Promise<void> {
  const isStored = (answer: Response) =>
    answer.url().endsWith('/api/scans/create/') && answer.status() === 201 && scansNow() >= number
  await page.waitForResponse(isStored, { timeout: 120_000 })
  await work()
}
const scansNow = () =>
  town.query<{ n: number }>('select count(*) as n from scan where item_id = (select max(id) from item)')[0]!.n
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click()

/** One item with every scan once, in order and with its watermark. */
function expectWhole(title: string) {
  const items = town
    .query<{ id: number; title: string; date_start: number; visibility: string }>(
      'select id, title, date_start, visibility from item where author_id is not null order by id',
    )
    .filter((item) => item.title === title)
  expect(items).toEqual([{ id: items[0]?.id, title, date_start: 19_010_000, visibility: 'draft' }])
  const scans = town.query<Record<string, unknown>>(
    `select scan_order, sha256, watermark, color, position, alt from scan where item_id = ${items[0]!.id} order by scan_order, id`,
  )
  const [first, second, third, ...others] = shoebox.sha256
  const order = [third, first, second, ...others]
  expect(scans).toEqual(
    order.map((sha256, at) => ({
      scan_order: at + 1,
      sha256,
      watermark: at === COUNT - 1 ? LAST_WATERMARK : WATERMARK,
      color: at === COUNT - 1 ? 'white' : 'black',
      position: at === COUNT - 1 ? 'top left' : 'bottom right',
      alt: at === 1 ? 'A quay' : '',
    })),
  )
}
const thanks = (page: Page) => page.getByRole('dialog').filter({ hasText: ERROR.submitted })

test('the connection is cut, the tab killed and the session ended: one item, every image once, nothing typed twice', async () => {
  const email = 'edith@example.org'
  let page = await join(email)
  await fillIn(page, 'The shoebox')

  const wasCut = onImage(page, AT.cut, () => proxy.cut())
  await submit(page)
  await wasCut
  await page.getByText(/The archive cannot be reached/).waitFor()
  const wasKilled = onImage(page, AT.kill, async () => {
    // A tab takes a while to die: meanwhile all images might arrive.
    proxy.stall()
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(page)
    void session.send('Page.crash').catch(() => {})
    await crashed
  })
  proxy.restore()
  await wasKilled
  proxy.restore()
  await page.close()

  page = await context.newPage()
  // Cut off meanwhile, so that some images are left to be refused.
  const hasEnded = onImage(page, AT.end, async () => {
    proxy.cut()
    await endSessions(email)
    proxy.restore()
  })
  await page.goto(`${proxy.url}/add-item/`)
  await page.getByText(/the item was sent, but images are missing/).waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('The shoebox')
  await submit(page)
  await hasEnded
  const dialog = page.getByRole('dialog', { name: 'Log In' })
  await dialog.getByText(ERROR.unauthorized).waitFor()
  expect(await dialog.getByLabel('Email').inputValue()).toBe(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log In' }).click()
  await thanks(page).waitFor({ timeout: 120_000 })
  expectWhole('The shoebox')
}, 600_000)

test('the server is killed and started again in the middle: it goes on by itself', async () => {
  const page = await join('adam@example.org')
  await fillIn(page, 'The second shoebox')
  const wasKilled = onImage(page, AT.cut, () => town.kill())
  await submit(page)
  await wasKilled
  await page.getByText(/The archive cannot be reached/).waitFor()
  await pause(500)
  await town.serve()
  await thanks(page).waitFor({ timeout: 120_000 })
  expectWhole('The second shoebox')
}, 600_000)

/** From another device, by the API. */
async function endSessions(email: string) {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`http://localhost:${town.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const { access } = (await (await post('/auth/jwt/create/', { email, password: PASSWORD })).json()) as {
    access: string
  }
  const answer = await post('/auth/users/end_sessions/', {}, { authorization: `JWT ${access}` })
  expect(answer.status).toBe(204)
}
