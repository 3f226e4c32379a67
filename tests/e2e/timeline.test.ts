import { expect, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { useSite } from './browser/site.ts'

const site = useSite()

test('leads without a script to a decade on the line, to its items, and to a search in its years', async () => {
  const page = await site.open(ADDRESS.decades, { javaScript: false })
  const decades = page.getByRole('navigation', { name: 'Decades' }).getByRole('link')
  const chosen = decades.nth(Math.floor((await decades.count()) / 2))
  const decade = /\d{4}s/.exec(await chosen.innerText())![0]
  await chosen.click()
  await expect.poll(() => page.url()).toBe(`${site.baseUrl}${ADDRESS.decades}#decade-${decade.slice(0, 4)}`)
  const section = page.getByRole('region', { name: decade })
  expect(await section.getByRole('heading', { level: 2, name: decade }).isVisible()).toBe(true)
  expect(await section.getByRole('link', { name: `Search the ${decade}` }).getAttribute('href')).toMatch(
    new RegExp(`^${ADDRESS.collection}\\?(from=${decade.slice(0, 4)}&)?to=${decade.slice(0, 3)}9$`),
  )
  expect(await section.locator('a[href^="/itemview/"]').count()).toBeGreaterThan(0)
  await section.getByRole('heading').getByRole('link').click()
  await page.waitForURL(`**${ADDRESS.decades}${decade}/`, { waitUntil: 'domcontentloaded' })
})

test('tells what happened in the town, with links to who and what it was', async () => {
  const page = await site.open(ADDRESS.decades)
  const moments = page.getByRole('list', { name: /^In the town, / })
  expect(await moments.count()).toBeGreaterThan(3)
  for (const place of ['/itemview/', '/org-overview/', '/zone-overview/'])
    expect(await moments.locator(`a[href^="${place}"]`).count()).toBeGreaterThan(0)
})
