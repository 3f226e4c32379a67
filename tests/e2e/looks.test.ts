import { beforeAll, describe, expect, test } from 'vitest'
import {
  ACCOUNT_LINKS,
  ADDRESS,
  itemAddress,
  organizationAddress,
  personAddress,
  zoneAddress,
} from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { findTrail } from './browser/records.ts'
import type { Trail } from './browser/records.ts'
import { expectFitsEverywhere, useSite } from './browser/site.ts'

const site = useSite()
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
})

/** One page of every kind; the collection page in its layouts: collection/results.test.ts. */
const KINDS: Record<string, (trail: Trail) => string> = {
  item: ({ item }) => itemAddress(item.id),
  person: ({ person }) => personAddress(person),
  organization: ({ organization }) => organizationAddress(organization),
  zone: ({ location }) => zoneAddress(location),
  map: () => ADDRESS.map,
  people: () => ADDRESS.people,
  places: () => ADDRESS.places,
  organizations: () => ADDRESS.organizations,
  subjects: () => ADDRESS.subjects,
  subject: ({ item }) => (item.subject?.[0] ? `/subjects/${item.subject[0].id}/` : ADDRESS.subjects),
  collections: () => ADDRESS.collections,
  'one collection': ({ item }) => (item.collection ? `/collections/${item.collection.id}/` : ADDRESS.collections),
  decades: () => ADDRESS.decades,
  decade: () => '/decades/1900s/',
  type: () => `${ADDRESS.types}photograph/`,
  register: () => ADDRESS.register,
  login: () => ADDRESS.login,
  'reset of a password': () => ADDRESS.resetPassword,
  'reset without its link': () => `${ACCOUNT_LINKS.reset}/`,
  activation: () => `${ACCOUNT_LINKS.activation}/Mg/abc`,
  'account, signed out': () => ADDRESS.account,
  'submissions, signed out': () => ADDRESS.submissions,
  'review, signed out': () => ADDRESS.review,
  'accounts, signed out': () => STAFF_ADDRESS.accounts,
  'subject tree, signed out': () => STAFF_ADDRESS.subjects,
  about: () => ADDRESS.about,
  'results of a search': () => `${ADDRESS.search}?q=street`,
  'hostile texts': () => itemAddress(900001),
  'page not found': () => '/nothing/here/',
}

describe.each(Object.entries(KINDS))('the page of kind %s', (_, address) => {
  test('is accessible and fits at every width', async () => {
    const page = await site.open(address(trail), { expected: /404 for \/nothing\/here\// })
    await expectFitsEverywhere(page)
  })
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
