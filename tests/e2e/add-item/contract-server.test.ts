import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import {
  Answer,
  EMAIL,
  PASSWORD,
  startDjangoServer,
  type DjangoServer,
} from '../../fixtures/django-server/django-server.ts'
import { logIn } from '../account/people.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import { useVolunteer, wizard } from './wizard-page.ts'

// The site as a plain host serves it, with a server behind it that has only the calls of spec §7.

const site = useSite()
const { photographs } = useVolunteer(site, 'contract')
let django: DjangoServer
let front: Server
let address: string
beforeAll(async () => {
  django = await startDjangoServer({
    forbids: true,
    organizationAs: 'object',
    notShown: 'nothing',
    ignoresSearch: true,
  })
  front = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/'
    const base = /^\/(api|auth)\//.test(url) ? django.base : site.baseUrl
    const onward = forward(base + url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  address = `http://localhost:${(front.address() as AddressInfo).port}`
})
afterAll(async () => {
  front.closeAllConnections()
  await new Promise((resolve) => front.close(resolve))
  await django.close()
})

test('login, a photograph with a new person and a place, and what such a server does not have is not there', async () => {
  const problems: string[] = []
  const page: Page = await site.open(ADDRESS.register, { prepare: () => Promise.resolve() })
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.goto(address + ADDRESS.login)
  await logIn(page, EMAIL, 'Wrong-1835')
  await page.getByText(ERROR.loginPage).waitFor()
  await logIn(page, EMAIL, PASSWORD)
  await page.getByRole('banner').getByText(EMAIL).waitFor()
  expect(await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).count()).toBe(1)
  expect(await page.getByRole('navigation', { name: 'Your account' }).count(), 'no menu').toBe(0)

  await page.goto(address + ADDRESS.addItem)
  await page.getByLabel('What are you adding?').selectOption('photograph')
  await wizard.choose(page, await photographs('a.jpg', 'b.jpg', 'c.jpg'))
  await page.getByRole('combobox', { name: 'Location' }).fill('mill')
  await page.getByRole('option', { name: /Mill Lot/ }).click()
  await page.getByLabel('Title').fill('The ferry')
  await page.getByRole('combobox', { name: 'People Tags' }).fill('John Calder')
  await page.getByRole('button', { name: 'Add a person' }).click()
  const popup = page.getByRole('dialog', { name: 'Add a person' })
  expect(await popup.getByLabel('Surname').inputValue()).toBe('Calder')
  await popup.getByLabel('Born').fill('1843')
  await popup.getByLabel('Grave').fill('Row 9')
  await popup.getByRole('button', { name: 'Add a person' }).click()
  await popup.waitFor({ state: 'hidden' })
  await page.getByLabel('General Description').fill('At the pier')
  expect(await page.getByText('waiting for review').count()).toBe(0)
  expect(await page.getByLabel('Show my name as contributor').count()).toBe(0)
  await expectAxeClean(page)

  await wizard.submit(page)
  await wizard.thanks(page)
  expect(django.tables.items).toMatchObject([{ title: 'The ferry', location: 1, people: [1], user_author: 1 }])
  expect(django.tables.people).toMatchObject([{ surname: 'Calder', date_of_birth: 18_430_000 }])
  expect(django.tables.graves).toMatchObject([{ entry: 'Row 9', person: 1 }])
  expect(django.tables.scans.map(({ order }) => order).sort()).toEqual(['1', '2', '3'])
  expect(problems).toEqual([])
})

test('an item that may have arrived: the user decides whether it is sent again', async () => {
  const page = await site.open(ADDRESS.register, { prepare: () => Promise.resolve(), expected: /item\/post/ })
  await page.goto(address + ADDRESS.addItem)
  await logIn(page, EMAIL, PASSWORD)
  await page.getByLabel('What are you adding?').selectOption('event')
  await page.getByLabel('Title').fill('The regatta')
  await page.getByLabel('General Description').fill('On the lake')
  await page.route(
    '**/api/item/post/',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await wizard.submit(page)
  await page.getByRole('dialog', { name: ERROR.submit }).getByRole('button', { name: 'OK' }).click()
  // This server lists no drafts.
  const none = new Answer(200, { count: 0, results: [] })
  django.next('GET /api/items/', none, none)
  await wizard.submit(page)
  const dialog = page.getByRole('dialog', { name: ERROR.submit })
  await dialog.getByText(WIZARD.unsure).waitFor()
  await expectAxeClean(page)
  await dialog.getByRole('button', { name: 'Not now' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Title').inputValue()).toBe('The regatta')
  await wizard.submit(page)
  django.next('GET /api/items/', none)
  await dialog.getByRole('button', { name: 'Send it again' }).press('Enter')
  await wizard.thanks(page)
  expect(django.tables.items.filter(({ title }) => title === 'The regatta')).toHaveLength(2)
})

test('a session that ended: the login dialog over the work, and nothing typed twice', async () => {
  const page = await site.open(ADDRESS.register, { prepare: () => Promise.resolve() })
  await page.goto(address + ADDRESS.addItem)
  await logIn(page, EMAIL, PASSWORD)
  await page.getByLabel('What are you adding?').selectOption('event')
  await page.getByLabel('Title').fill('The fair')
  await page.getByLabel('General Description').fill('In the park')
  django.clock.ahead += 90_000_000
  await wizard.submit(page)
  const dialog = page.getByRole('dialog', { name: 'Log In' })
  await dialog.getByText(ERROR.unauthorized).waitFor()
  await logIn(page, EMAIL, PASSWORD)
  await wizard.thanks(page)
  expect(django.tables.items.filter(({ title }) => title === 'The fair')).toHaveLength(1)
})
