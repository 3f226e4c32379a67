import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoints/declare.ts'
import { ERROR } from '#contract/messages.ts'
import { ADDRESS, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { EMAIL, PASSWORD } from '../fixtures/django-server/django-server.ts'
import { logIn } from './account/people.ts'
import { wizard } from './add-item/wizard-page.ts'
import { useSite, type Look } from './browser/site.ts'
import { openCollection } from './collection/live-collection.ts'
import { openMap } from './map/live-map.ts'
import { startContractSite, type ContractSite } from './setup/contract-site.ts'

// A site that was built from a server that has only the calls of spec §7, on a plain host, with that server behind it.

let contract: ContractSite
beforeAll(async () => {
  contract = await startContractSite()
})
afterAll(() => contract?.stop())
const site = useSite(() => contract.baseUrl)

/** What such a server does not have, and is asked for because another might. */
const ADDITIONS = new RegExp(
  Object.values(endpoints)
    .filter((each: Endpoint) => each.addition && each.method === 'GET')
    .map(({ path }) => `404 for ${path.replace(/:\w+/g, '[^/]+')}`)
    .join('|') + '|404 for /raster/|404 for /api/items/[?].*page=50',
)
const open = (path: string, look: Look = {}) => site.open(path, { expected: ADDITIONS, ...look })

/** The same for users, and refusals that a test is about. */
const OF_USERS = new RegExp(`${ADDITIONS.source}|40[013] for /auth/|/api/item/post/|403 for /`)
async function photograph(name: string, at: number) {
  const create = { width: 300, height: 200, channels: 3, background: { r: at * 60, g: 90, b: 120 } } as const
  return { name, mimeType: 'image/jpeg', buffer: await sharp({ create }).jpeg().toBuffer() }
}

describe('visitors', () => {
  test('map: a zone from the search, its items, and its overview with lots and owners', async () => {
    const { page, section } = await openMap(site, '/?base=osm', { expected: ADDITIONS })
    await section('Address Search').getByLabel('Search locations').fill('mill')
    await section('Address Search').getByRole('button', { name: 'Zoom to Zone' }).click()
    await section('Images & Media').getByText('The mill in winter').waitFor()
    await section('Address Search').getByRole('button', { name: 'Zone Overview' }).click()
    const popup = page.getByRole('dialog')
    await popup.getByText('By the creek.').waitFor()
    await popup.getByRole('tab', { name: /Land Ownership/ }).click()
    await popup.getByRole('link', { name: 'Agnes Calder' }).first().waitFor()
  })

  test('collection: filters, tags of a server that ignores the words, pages', async () => {
    const live = await openCollection(site, '', { expected: ADDITIONS })
    await live.untilCount(13)
    const box = live.refine.getByRole('combobox', { name: 'People Tags' })
    await box.fill('zzzz')
    await live.refine.getByText('Nothing found.').waitFor()
    await box.fill('agnes')
    await live.refine.getByRole('option').first().waitFor()
    expect(await live.refine.getByRole('option').count()).toBe(1)
    await live.refine.getByRole('option').click()
    await live.untilCount(2)
    await live.page.goto(`${contract.baseUrl}/collection/?page=50`)
    await live.results.getByText('Page 2 of 2').waitFor()
    await live.page
      .getByRole('button', { name: 'Map' })
      .or(live.page.getByRole('radio', { name: 'Map' }))
      .click()
    await live.results.getByRole('link', { name: /^Harbour/ }).waitFor()
    await live.results.getByText('the last update of the archive').waitFor()
  })

  test('a page that its list no longer has: the list', async () => {
    const page = await open('/types/photograph/1893/2/', { expected: /404 for \/types/ })
    await page.waitForURL('**/types/photograph/')
    await page.getByRole('heading', { level: 1, name: 'Photographs' }).waitFor()
  })

  test('item, person and zone: their own pages, and what was published after the build', async () => {
    const page = await open('/itemview/1/')
    await page.getByRole('heading', { name: 'The mill in winter' }).waitFor()
    await page.getByRole('link', { name: 'Agnes Calder' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Agnes Calder' }).waitFor()
    const portrait = page.getByRole('img', { name: 'Portrait of Agnes Calder' })
    await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1000)
    await page.goto(contract.baseUrl + zoneAddress(2))
    await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()

    const { tables } = contract.django
    tables.items.push({ ...tables.items[0]!, id: 20, title: 'The mill pond' })
    tables.people.push({ ...tables.people[3]!, id: 20, first_name: 'Late' })
    const late = await open('/itemview/20/', { expected: /404 for (?:\/\w+-?\w+|\/api\/people\/images)\/20\/$/ })
    await late.getByRole('heading', { level: 1, name: 'The mill pond' }).waitFor()
    await late.goto(contract.baseUrl + personAddress(20))
    await late.getByRole('heading', { level: 1, name: 'Late Frame' }).waitFor()
    tables.items.pop()
    tables.people.pop()
  })
})

test('login, a photograph with a new person and a place, and what such a server does not have is not there', async () => {
  const page: Page = await open(ADDRESS.login, { expected: OF_USERS })
  await logIn(page, EMAIL, 'Wrong-1835')
  await page.getByText(ERROR.loginPage).waitFor()
  await logIn(page, EMAIL, PASSWORD)
  await page.waitForURL(contract.baseUrl + ADDRESS.collection)
  expect(await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).count()).toBe(1)
  await page.getByRole('button', { name: EMAIL }).click()
  const menu = page.getByRole('navigation', { name: 'Your account' }).getByRole('link')
  expect(await menu.allTextContents(), 'only what such a server has').toEqual(['Add Item'])
  await menu.click()
  await page.getByLabel('What are you adding?').selectOption('photograph')
  await wizard.choose(page, await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map(photograph)))
  await page.getByRole('combobox', { name: 'Location' }).fill('mill')
  await page.getByRole('option', { name: /Mill Lot/ }).click()
  await page.getByLabel('Title').fill('The pier')
  await page.getByRole('combobox', { name: 'People Tags' }).fill('Peter Quill')
  await page.getByRole('button', { name: 'Add a person' }).click()
  const popup = page.getByRole('dialog', { name: 'Add a person' })
  expect(await popup.getByLabel('Surname').inputValue()).toBe('Quill')
  await popup.getByLabel('Born').fill('1843')
  await popup.getByLabel('Grave').fill('Row 9')
  await popup.getByRole('button', { name: 'Add a person' }).click()
  await popup.waitFor({ state: 'hidden' })
  await page.getByLabel('General Description').fill('At the pier')
  expect(await page.getByText('waiting for review').count()).toBe(0)
  expect(await page.getByLabel('Show my name as contributor').count()).toBe(0)

  await wizard.submit(page)
  await wizard.thanks(page)
  const { items, people, graves, scans } = contract.django.tables
  const person = people.at(-1)!
  expect(person).toMatchObject({ surname: 'Quill', date_of_birth: 18_430_000 })
  expect(items.at(-1)).toMatchObject({ title: 'The pier', location: 1, people: [person.id], user_author: 1 })
  expect(graves).toMatchObject([{ entry: 'Row 9', person: person.id }])
  const sent = scans.filter(({ item }) => Number(item) === items.at(-1)!.id)
  expect(sent.map(({ order }) => order).sort()).toEqual(['1', '2', '3'])
})
