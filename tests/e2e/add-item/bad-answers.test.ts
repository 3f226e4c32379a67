import type { Route } from 'playwright'
import { expect, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import { useVolunteer, wizard } from './wizard-page.ts'

// Answers that no server should give while an item is submitted: a sentence says what is safe, and nothing is sent twice.

const site = useSite()
const { photographs, openWizard, submitted } = useVolunteer(site, 'answers')
const { choose, submit, thanks } = wizard

const HTML = { contentType: 'text/html', body: '<html><body><h1>Error</h1></body></html>' }

test('an image that the archive refuses: the sentence, and only it is sent again', async () => {
  const page = await openWizard('Refused', { expected: /400 for \/api\/scans\/create\// })
  await choose(page, await photographs('1.jpg', '2.jpg', '3.jpg'))
  await page.route('**/api/scans/create/', async (route) =>
    /name="order"\r\n\r\n2\r\n/.test(route.request().postDataBuffer()?.toString('latin1') ?? '')
      ? route.fulfill({ status: 400, json: { image: [PICTURE.broken] } })
      : route.continue(),
  )
  await submit(page)
  const dialog = page.getByRole('dialog', { name: ERROR.imageUpload })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain(PICTURE.broken)
  expect(await dialog.innerText()).toContain('all other images are safe')
  await expectAxeClean(page)
  expect(await submitted('Refused')).toEqual([2])
  await page.unroute('**/api/scans/create/')
  await dialog.getByRole('button', { name: 'Back to my item' }).click()
  await submit(page)
  await thanks(page)
  expect(await submitted('Refused')).toEqual([3])
})

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

test('the item itself gets no answer: the sentence of the catalogue, what is safe, and no second item', async () => {
  const page = await openWizard('No answer', { expected: /item\/post\/ net::ERR/ })
  await page.route('**/api/item/post/', (route) => route.abort('connectionreset'))
  await submit(page)
  const dialog = page.getByRole('dialog', { name: ERROR.submit })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('Your draft is kept on this device')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/item/post/')
  await submit(page)
  await page.getByRole('dialog').filter({ hasText: ERROR.submittedWithoutImages }).waitFor()
  expect(await submitted('No answer')).toEqual([0])
})
