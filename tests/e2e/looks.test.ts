import { beforeAll, expect, test } from 'vitest'
import { ADDRESS, itemAddress, organizationAddress } from '#rules/addresses/page-addresses.ts'
import { findTrail } from './browser/records.ts'
import type { Trail } from './browser/records.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
})

/** One page of each layout. Others: item-tools, record-tabs (a person), zone-years, map/page, and the collection page in collection/results. */
const KINDS: Record<string, (trail: Trail) => string> = {
  organization: ({ organization }) => organizationAddress(organization),
  people: () => ADDRESS.people,
  places: () => ADDRESS.places,
  collections: () => ADDRESS.collections,
  'one collection': ({ item }) => (item.collection ? `/collections/${item.collection.id}/` : ADDRESS.collections),
  decades: () => ADDRESS.decades,
  type: () => `${ADDRESS.types}photograph/`,
  login: () => ADDRESS.login,
  'account, signed out': () => ADDRESS.account,
  about: () => ADDRESS.about,
  'results of a search': () => `${ADDRESS.search}?q=street`,
  'hostile texts': () => itemAddress(900001),
  'page not found': () => '/nothing/here/',
}

test.each(Object.entries(KINDS))('the page of kind %s is accessible and fits at every width', async (_, address) => {
  const page = await site.open(address(trail), { expected: /404 for \/nothing\/here\// })
  await expectFitsEverywhere(page)
})

test('a record sheet is printed without what is only for the screen', async () => {
  const page = await site.open(itemAddress(trail.item.id))
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await page.getByRole('region', { name: 'Catalogue record' }).isVisible()).toBe(true)
  expect(await page.getByText('Last changed').isVisible()).toBe(true)
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  expect(await page.getByRole('search').first().isVisible()).toBe(false)
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
})
