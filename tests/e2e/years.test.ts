import { expect, test } from 'vitest'
import { ADDRESS, yearAddress } from '#rules/addresses/page-addresses.ts'
import { expectAxeClean, useSite } from './browser/site.ts'

const site = useSite()
const YEAR = 1870

test('without a script the timeline leads to a year, its plan, what happened, and what is known of its places', async () => {
  const page = await site.open(ADDRESS.decades, { javaScript: false })
  await page
    .getByRole('navigation', { name: `Years of the ${YEAR}s` })
    .getByRole('link', { name: `${YEAR}` })
    .click()
  await page.waitForURL(`**${yearAddress(YEAR)}`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`${YEAR}`)
  expect(await page.locator('.year-plan svg path').count()).toBeGreaterThan(10)
  const told = page.getByRole('region', { name: `In ${YEAR}`, exact: true })
  expect(await told.getByRole('heading', { level: 3 }).allInnerTexts()).toContainEqual(
    expect.stringMatching(/^Changed hands/),
  )
  const places = page.getByRole('region', { name: new RegExp(`^Places in ${YEAR}`) })
  expect(await places.getByRole('columnheader').allInnerTexts()).toEqual([
    'Place',
    'Owner',
    'Occupants',
    'Business',
    'Pictures',
  ])
  // Bought before and sold later.
  expect(await places.locator('i[title^="Concluded: bought in "]').count()).toBeGreaterThan(0)
  await page.getByRole('navigation', { name: 'Years' }).getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(`**${yearAddress(YEAR + 1)}`)
  await page.goBack()
  const place = places.getByRole('link').first()
  const name = await place.innerText()
  await place.click()
  await page.waitForURL(`**/zone-overview/*/?year=${YEAR}`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name)
})

test.each([390, 820, 1440])('the page of a year is accessible and as wide as a window of %d pixels', async (width) => {
  const page = await site.open(yearAddress(YEAR), { width })
  await expectAxeClean(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('a search for a year offers its page first, and no page that is not there', async () => {
  const page = await site.open('/about/')
  await page.getByRole('banner').getByLabel('Search the archive').focus()
  await page.getByRole('banner').getByRole('combobox').waitFor()
  await page.keyboard.type(`${YEAR}`)
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect.poll(() => first.innerText()).toBe(`The year ${YEAR}`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${yearAddress(YEAR)}`)

  await page.goto(`${site.baseUrl}${ADDRESS.search}?q=${YEAR}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: `The year ${YEAR}` })
    .click()
  await page.waitForURL(`**${yearAddress(YEAR)}`)
  await page.goto(`${site.baseUrl}${ADDRESS.search}?q=1066`)
  await page
    .getByRole('status')
    .filter({ hasText: /result|record/ })
    .waitFor()
  expect(await page.getByRole('link', { name: 'The year 1066' }).count()).toBe(0)
})

test('programs find the feed of anniversaries, the years, and a place with its dates', async () => {
  const page = await site.open(yearAddress(YEAR))
  const feed = await page.locator('link[title=Anniversaries]').getAttribute('href')
  const answer = await fetch(site.baseUrl + feed)
  expect(answer.headers.get('content-type')).toContain('application/atom+xml')
  expect(await answer.text()).toContain(' years ago: ')
  expect(await (await fetch(`${site.baseUrl}/sitemap.xml`)).text()).toContain(`${yearAddress(YEAR)}</loc>`)
  expect(await (await fetch(`${site.baseUrl}/years/`)).text()).toContain('<h1>Timeline')
  await page.goto(`${site.baseUrl}/zone-overview/1/`)
  const file = await page.locator('link[type="application/geo+json"]').getAttribute('href')
  const place = (await (await fetch(site.baseUrl + file)).json()) as { features: { when: object }[] }
  expect(place.features[0]!.when).toHaveProperty('timespans')
})
