import { expect, inject, test } from 'vitest'
import { storyAddress, storyCardAddress } from '#rules/addresses/page-addresses.ts'
import { expectAxeClean, expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()
const baseUrl = inject('baseUrl')
/** Of the demo: the fire. */
const FIRE = 1

test('are listed, found from the footer and the search, and each opens', async () => {
  const page = await site.open('/about/')
  await page.getByRole('navigation', { name: 'Browse' }).getByRole('link', { name: 'Stories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Stories' }).waitFor()
  await expectFitsEverywhere(page)
  const stories = page.getByRole('main').getByRole('link')
  expect(await stories.count()).toBe(3)
  await page.getByRole('banner').getByLabel('Search the archive').focus()
  await page.keyboard.type('smutter lantern')
  await page.getByRole('option', { name: /The night the mill burned/ }).click()
  await page.getByRole('heading', { level: 1, name: 'The night the mill burned' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(storyAddress(FIRE))
})

test('are read without a script: text, pictures with captions, people, places and old maps', async () => {
  const page = await site.open(storyAddress(FIRE), { javaScript: false })
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 2, name: 'The bell' }).waitFor()
  const figures = main.getByRole('figure')
  const captions = await figures.getByRole('link').allInnerTexts()
  expect(captions).toEqual(expect.arrayContaining(['The mill on fire', 'Patrick Doyle', 'Fire Hall', 'Town plan']))
  expect(await main.innerText()).not.toContain('::')
  const year = figures.filter({ hasText: 'The mill on the evening of the fire' })
  expect(await year.innerText(), 'what stood there').toMatch(/1896: .*Harkness & Sons/)
})

test('are accessible and fit at every width', async () => {
  const page = await site.open(storyAddress(FIRE))
  await expectFitsEverywhere(page)
})

test('a map beside the text marks the place that is being read about', async () => {
  const page = await site.open(storyAddress(FIRE))
  const map = page.getByRole('navigation', { name: 'Places of this story' })
  for (const name of ['Wesley United Church', 'Fire Hall']) {
    await page
      .getByRole('figure')
      .filter({ hasText: name })
      .evaluate((figure) => figure.scrollIntoView({ block: 'center' }))
    await expect.poll(() => map.locator('[aria-current]').getAttribute('aria-label')).toBe(name)
  }
  await map.getByRole('link', { name: 'Brannock Mills' }).press('Enter')
  expect(new URL(page.url()).hash).toMatch(/^#place-\d+$/)
})

test('its pictures open in the viewer, one after the other', async () => {
  const page = await site.open(storyAddress(FIRE))
  const pictures = page.locator('a[id^=picture-]')
  const count = await pictures.count()
  expect(await pictures.evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    Array.from({ length: count }, (_, at) => `picture-${at + 1}`),
  )
  await pictures.nth(count - 1).click()
  const viewer = page.getByRole('dialog')
  await viewer.getByText(`Picture ${count} of ${count}`).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText(`Picture 1 of ${count}`).waitFor()
})

test('a card of it stands in a frame on another website', async () => {
  const page = await site.open(storyCardAddress(FIRE), { width: 390 })
  await expectAxeClean(page)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('link', { name: /The night the mill burned/ }).getAttribute('href')).toBe(
    storyAddress(FIRE),
  )
  const html = await (await fetch(baseUrl + storyAddress(FIRE))).text()
  const [, address = ''] = /<link[^>]*application\/json\+oembed[^>]*href="([^"]+)"/.exec(html) ?? []
  const told = (await (await fetch(baseUrl + new URL(address).pathname)).json()) as Record<string, unknown>
  expect(told).toMatchObject({ version: '1.0', type: 'rich', title: 'The night the mill burned', width: 480 })
  expect(told['html']).toContain(`${storyCardAddress(FIRE)}"`)
})

test('are in feed and sitemap', async () => {
  const read = async (path: string) => (await fetch(baseUrl + path)).text()
  expect(await read('/feed.xml')).toContain(storyAddress(FIRE))
  const map = await read('/sitemap.xml')
  expect(map).toContain(`${storyAddress(FIRE)}</loc>`)
  expect(map, 'the card is a part').not.toContain(storyCardAddress(FIRE))
})
