import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ADDRESS, itemAddress, organizationAddress, personAddress, zoneAddress } from '#rules/addresses.ts'
import { findTrail } from '../e2e/browser/records.ts'
import type { Trail } from '../e2e/browser/records.ts'
import { useSite } from '../e2e/browser/site.ts'
import { pageWeight } from './page-weight.ts'

/** Bytes of HTML and CSS after brotli, without pictures and fonts. The item page's is the issue's own bound; lists grow with the archive. */
const BUDGETS: Record<string, { most: number; address: (trail: Trail) => string }> = {
  item: { most: 12_000, address: ({ item }) => itemAddress(item.id) },
  person: { most: 14_000, address: ({ person }) => personAddress(person) },
  organization: { most: 14_000, address: ({ organization }) => organizationAddress(organization) },
  zone: { most: 16_000, address: ({ location }) => zoneAddress(location) },
  register: { most: 10_000, address: () => ADDRESS.register },
  collection: { most: 14_000, address: () => ADDRESS.collection },
  people: { most: 20_000, address: () => ADDRESS.people },
  places: { most: 20_000, address: () => ADDRESS.places },
  map: { most: 40_000, address: () => ADDRESS.map },
}
/** Bytes of code in a page: what waits for the search box to be touched, and nothing else. */
const INLINE_SCRIPT = 400

const site = useSite()
const baseUrl = inject('baseUrl')
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(baseUrl)
})

describe.each(Object.entries(BUDGETS))('the %s page', (_, { most, address }) => {
  test(`has at most ${most} bytes of HTML and CSS, and no script`, async () => {
    const weight = await pageWeight(baseUrl, address(trail))
    const table = JSON.stringify(weight)
    expect(weight.html + weight.css, table).toBeLessThanOrEqual(most)
    expect(weight.scripts, table).toBe(0)
    expect(weight.inlineScript, table).toBeLessThanOrEqual(INLINE_SCRIPT)
  })

  test('asks for no script before the search box is touched', async () => {
    const page = await site.open(address(trail))
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script' || request.resourceType() === 'fetch') asked.push(request.url())
    })
    await page.reload({ waitUntil: 'load' })
    // Whatever a page starts by itself it has started when it is idle. ("networkidle" waits in vain for a lost answer now and then.)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 500))))
    expect(asked).toEqual([])
  })
})

test('pictures of an item keep their place: nothing jumps', async () => {
  const page = await site.open(itemAddress(trail.item.id))
  const bare = await page
    .locator('main img')
    .evaluateAll((images) => images.filter((img) => !(img.hasAttribute('width') && img.hasAttribute('height'))).length)
  expect(bare).toBe(0)
})
