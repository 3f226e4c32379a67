import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSessionClientOf } from '#client/session-client.ts'
import { API, FIELD } from '#contract/messages.ts'
import { accountCalls } from '#contract/endpoints/accounts.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { createAccountsStore, type AccountsCallName, type AccountsStore } from '#stores/review/accounts/accounts.ts'
import { openTestArchive, type TestArchive } from '../../../server/fixtures.ts'

let town: TestArchive
let base: string
let store: AccountsStore
beforeAll(async () => {
  town = await openTestArchive()
  base = await town.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => town.close())

async function storeOf(address = base): Promise<AccountsStore> {
  const { authorization } = await town.signIn('administrator')
  const tokens = { access: () => authorization!.replace('JWT ', ''), refresh: () => null, update: () => undefined }
  const calls = { ...baseCalls, ...accountCalls, queue: staffCalls.queue }
  const client = createSessionClientOf<AccountsCallName>(calls, { base: address, tokens })
  return createAccountsStore({ client, withSession: (work) => work() })
}
beforeEach(async () => {
  store = await storeOf()
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

test('an invitation is in the list at once; what the server refuses is at its field', async () => {
  const body = { email: 'ann@example.org', name: 'Ann', organization: null }
  expect(await store.invite(body)).toBeUndefined()
  expect(store.$done.get()).toMatchObject({ step: 'invited', account: { email: 'ann@example.org', state: 'invited' } })
  expect(names()[1]).toBe('Ann')
  expect(await store.invite(body)).toEqual({ fields: { email: FIELD.emailInUse } })
  expect(await store.change(account('administrator').id, { role: 'staff' })).toEqual({
    fields: { role: API.lastAdministrator },
  })
})

test('an account is disabled, refuses a link, and is enabled again; drafts of its author are counted', async () => {
  const { id } = account('volunteer')
  expect(await store.draftsOf(id)).toBeGreaterThanOrEqual(0)
  expect(await store.change(id, { disabled: true }, 'disabled')).toBeUndefined()
  expect(store.$done.get()).toMatchObject({ step: 'disabled', account: { id, state: 'disabled' } })
  expect(await store.sendLink(account('volunteer'))).toEqual({ text: API.accountDisabled })
  expect(await store.change(id, { disabled: false }, 'enabled')).toBeUndefined()
  expect(await store.endSessions(account('volunteer'))).toBeUndefined()
  expect(account('volunteer').state).toBe('active')
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
  const away = await storeOf('http://127.0.0.1:1')
  await away.load()
  expect([away.$accounts.get(), away.$loaded.get()]).toMatchObject([null, { state: 'failed' }])
  expect(await away.draftsOf(1)).toBeUndefined()
})
