import { describe, expect, test } from 'vitest'
import { useSite } from '../browser/site.ts'
import { askItems, liveCollection, openCollection, untilShown } from './live-collection.ts'
import { expectFocused } from '../browser/focus.ts'
import { sampleOf } from '../../setup/length.ts'

const site = useSite()
const API = /\/api\/(?!scan)/
const AWAY = "We can't reach the archive right now."

test('nothing found: 0 results, and which filter to remove', async () => {
  const { page, results, untilCount } = await openCollection(site, 'q=zzqqxx&type=postcard')
  await untilCount(0)
  await page.getByRole('region', { name: 'Collection' }).getByText('Nothing to choose from.').waitFor()
  await results.getByRole('button', { name: 'Without “zzqqxx”' }).click()
  await untilCount((await askItems(site, 'type=postcard')).count)
  expect(await page.getByLabel('Search the items').inputValue()).toBe('')
  await expectFocused(results.getByRole('heading', { level: 2 }))
})

test('an unreadable address: a note that can be closed, and what could be read', async () => {
  const query = 'type=spaceship&page=-3&people=abc,1e9&from=1066&to=x&collection=-1&subjects=1;DROP TABLE items&q=%00'
  const { page, untilAll } = await openCollection(site, query)
  const note = page.getByText("We couldn't read part of this address and ignored it.")
  await note.waitFor()
  await untilAll()
  await page.getByRole('button', { name: 'Dismiss this note' }).click()
  await note.waitFor({ state: 'detached' })
})

describe('the API', () => {
  test('is away: a note shows, and the last build takes over, until it is back', async () => {
    const { page, refine, results } = await openCollection(site, 'type=postcard', {
      routes: (context) => context.route(API, (route) => route.abort()),
      expected: /net::ERR_FAILED/,
    })
    await page.getByText(AWAY).waitFor()
    const { count } = await askItems(site, 'type=postcard')
    // Items that were published after the build are not in it.
    const told = Number.parseInt(await results.getByRole('heading', { level: 2 }).innerText())
    expect(count - told).toBeLessThanOrEqual(2)
    const decade = refine.getByRole('link', { name: /^1910s/ })
    await refine.getByText('By decade').click()
    await decade.click()
    await page.waitForURL(/from=1910/)
    await untilShown(page)
    expect((await liveCollection(page).headings()).length).toBeGreaterThan(0)
    // Each choice has its count, which is that of its results.
    const type = refine.getByRole('link', { name: /^Photographs/ })
    const counted = Number.parseInt((await type.innerText()).replace(/\D/g, ''))
    await type.click()
    await liveCollection(page).untilCount(counted)
    await results.getByRole('button', { name: 'Clear all' }).click()
    const box = page.locator('#collection-live').getByLabel('Search the items')
    for (const words of sampleOf(['wharf', 'churches', 'main street'], 3)) {
      await box.fill(words)
      await box.press('Enter')
      const { count: all } = await askItems(site, `search=${words}`)
      await liveCollection(page).untilCount(all)
    }

    await page.context().unroute(API)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText(AWAY).waitFor({ state: 'detached' })
  })

  test('and the last build are away: a message, and Try again', async () => {
    const both = /\/api\/(?!scan)|\/data\/|\/pagefind\//
    const page = await site.open('/collection/?type=postcard', {
      routes: (context) => context.route(both, (route) => route.abort()),
      expected: /net::ERR_FAILED/,
    })
    await page.getByText("The results didn't load.").waitFor()
    expect(await page.getByText(AWAY).count()).toBe(0)
    const results = page.getByRole('region', { name: 'Results' })
    expect(await results.getByRole('heading', { level: 2 }).innerText(), 'nothing is known of their number').toBe(
      'Results',
    )
    await page.context().unroute(both)
    await page.getByRole('button', { name: 'Try Again' }).press('Enter')
    expect(await page.evaluate(() => document.activeElement?.className), 'the focus stays').toBe('results-body')
    await liveCollection(page).untilCount((await askItems(site, 'type=postcard')).count)
  })
})
