import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccountsStore, type AccountsStore } from '#stores/review/accounts/accounts.ts'
import { openTestArchive, type TestArchive } from '../../../server/fixtures.ts'
import { archiveClient, awayClient } from '../../shared/archive-client.ts'

let town: TestArchive
let store: AccountsStore
const { client } = archiveClient(() => town, 'administrator')
const storeOf = (calls = client) => createAccountsStore({ client: calls, withSession: (work) => work() })
beforeAll(async () => {
  town = await openTestArchive()
})
afterAll(() => town.close())
beforeEach(async () => {
  store = storeOf()
  await store.load()
})
const names = () => store.$shown.get().map(({ name }) => name)
const account = (name: string) => store.$accounts.get()!.find((each) => each.name === name)!

test('words in names, addresses and organizations, and a state or a role, narrow the list', () => {
  expect(names()).toHaveLength(5)
  store.$search.set('  STAFF example ')
  expect(names()).toEqual(['staff'])
  store.$search.set(store.$organizations.get().get(1)!.toUpperCase())
  expect(names()).toEqual(['administrator', 'society', 'staff'])
  store.$filter.set('administrator')
  expect(names()).toEqual(['administrator'])
  store.$filter.set('invited')
  expect(names()).toEqual([])
})

test('a letter that could not be delivered is forgotten when another is sent', async () => {
  expect(await store.invite({ email: 'lost@example.org', name: 'Lost', organization: null })).toBeUndefined()
  await town.db.updateTable('mail').set({ attempts: 1, last_error: 'no mailbox' }).where('recipient', '=', 'lost@example.org').execute() // prettier-ignore
  await store.load()
  expect(account('Lost').undelivered).toMatchObject({ reason: 'no mailbox' })
  expect(await store.change(account('Lost').id, { name: 'Lost' })).toBeUndefined()
  expect(account('Lost').undelivered).toMatchObject({ reason: 'no mailbox' })
  expect(await store.sendLink(account('Lost'))).toBeUndefined()
  expect(account('Lost').undelivered).toBeUndefined()
})

test('without an answer the list says so, and is there after another try', async () => {
  const away = storeOf(awayClient())
  await away.load()
  expect([away.$accounts.get(), away.$loaded.get()]).toMatchObject([null, { state: 'failed' }])
  expect(await away.draftsOf(1)).toBeUndefined()
})
