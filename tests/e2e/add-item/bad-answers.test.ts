import type { Route } from 'playwright'
import { expect, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { IMAGE_UPLOAD, PICTURE } from '#contract/picture-messages.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import { useVolunteer, wizard } from './wizard-page.ts'

// Answers that no server should give while an item is submitted: a sentence says what is safe, and nothing is sent twice.

const site = useSite()
const { photographs, openWizard, submitted } = useVolunteer(site, 'answers')
const { choose, submit, thanks } = wizard

const HTML = { contentType: 'text/html', body: '<html><body><h1>Error</h1></body></html>' }
const answers: [string, (route: Route) => Promise<void>, string, boolean][] = [
  ['413 in HTML', (route) => route.fulfill({ status: 413, ...HTML }), IMAGE_UPLOAD.tooLarge(0).split('(')[0]!, true],
  [
    '400 about the file',
    (route) => route.fulfill({ status: 400, json: { image: [PICTURE.broken] } }),
    PICTURE.broken,
    true,
  ],
  ['403', (route) => route.fulfill({ status: 403, ...HTML }), IMAGE_UPLOAD.forbidden, false],
  ['500 in HTML', (route) => route.fulfill({ status: 500, ...HTML }), IMAGE_UPLOAD.failed, false],
]
test.each(answers)(
  'an image that is answered with %s: the sentence, and only it is sent again',
  async (name, answer, text, isFinal) => {
    const title = `Answered with ${name}`
    const page = await openWizard(title, { expected: /\b(4\d\d|500) for \/api\/scans\/create\// })
    await choose(page, await photographs(`${name}-1.jpg`, `${name}-2.jpg`, `${name}-3.jpg`))
    await page.route('**/api/scans/create/', async (route) =>
      /name="order"\r\n\r\n2\r\n/.test(route.request().postDataBuffer()?.toString('latin1') ?? '')
        ? answer(route)
        : route.continue(),
    )
    await submit(page)
    const dialog = page.getByRole('dialog', { name: ERROR.imageUpload })
    await dialog.waitFor({ timeout: 60_000 })
    expect(await dialog.innerText()).toContain(text)
    expect(await dialog.innerText()).toContain('all other images are safe')
    await expectAxeClean(page)
    expect(await submitted(title)).toEqual([2])
    await page.unroute('**/api/scans/create/')
    if (isFinal) {
      await dialog.getByRole('button', { name: 'Back to my item' }).click()
      await submit(page)
    } else await dialog.getByRole('button', { name: 'Try again' }).click()
    await thanks(page)
    expect(await submitted(title)).toEqual([3])
  },
)

test('a busy server, broken connections and a bad gateway: it goes on by itself', async () => {
  const page = await openWizard('Busy', { expected: /(429|502) for \/api\/scans|scans\/create\/ net::ERR/ })
  await choose(page, await photographs('busy-1.jpg', 'busy-2.jpg', 'busy-3.jpg', 'busy-4.jpg'))
  const fates: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Throttled.' } }),
    (route) => route.abort('connectionreset'),
    (route) => route.fulfill({ status: 502, ...HTML }),
  ]
  await page.route('**/api/scans/create/', (route) => (fates.shift() ?? ((each) => each.continue()))(route))
  await submit(page)
  await thanks(page)
  expect(await submitted('Busy')).toEqual([4])
})

test.each([
  ['no answer', (route: Route) => route.abort('connectionreset')],
  ['500 in HTML', (route: Route) => route.fulfill({ status: 500, ...HTML })],
  ['429', (route: Route) => route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: { detail: 'No.' } })],
])('the item itself gets %s: the sentence of the catalogue, what is safe, and no second item', async (name, answer) => {
  const title = `The item got ${name}`
  const page = await openWizard(title, { expected: /(429|500) for \/api\/item\/post|item\/post\/ net::ERR/ })
  await page.route('**/api/item/post/', answer)
  await submit(page)
  const dialog = page.getByRole('dialog', { name: ERROR.submit })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('Your draft is kept on this device')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/item/post/')
  await submit(page)
  await page.getByRole('dialog').filter({ hasText: ERROR.submittedWithoutImages }).waitFor()
  expect(await submitted(title)).toEqual([0])
})
