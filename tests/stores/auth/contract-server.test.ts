import { afterEach, expect, test, vi } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import {
  EMAIL,
  LINK,
  PASSWORD,
  page,
  startDjangoServer,
  type DjangoServer,
} from '../../fixtures/django-server/django-server.ts'
import { serverTab } from '../add-item/server-tab.ts'

// Accounts on a server that has only the calls of spec §7.

let server: DjangoServer
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})
async function setUp(options: Parameters<typeof startDjangoServer>[0] = {}) {
  server = await startDjangoServer(options)
  return serverTab({ base: server.base })
}
const known = (tab: ReturnType<typeof serverTab>) =>
  vi.waitUntil(() => tab.auth.$auth.get().isAuthenticated !== null && tab.auth.$auth.get())

test.each([{ forbids: false }, { forbids: true }])('login, logout and a wrong password (%o)', async (options) => {
  const tab = await setUp(options)
  const { auth, session } = tab
  auth.start()
  expect((await known(tab)).isAuthenticated).toBe(false)
  expect(await auth.login(EMAIL, 'Wrong-1835')).toEqual({ text: ERROR.loginPage })
  expect(auth.$auth.get()).toMatchObject({ isAuthenticated: false, user: null, errors: ERROR.login })
  expect(session.access()).toBeNull()
  expect(await auth.login(EMAIL, PASSWORD)).toBeUndefined()
  expect(auth.$auth.get()).toMatchObject({ isAuthenticated: true, user: { id: 1, organization: 2 }, errors: null })
  await auth.logout()
  expect(auth.$auth.get()).toMatchObject({ isAuthenticated: false, user: null })
  expect([session.access(), session.refresh()]).toEqual([null, null])
  auth.stop()
})

test.each([{ forbids: false }, { forbids: true }])(
  'a stored session whose access token has expired (%o)',
  async (options) => {
    const tab = await setUp({ ...options, accessSeconds: 60, organizationAs: 'object' })
    tab.session.start(server.makeTokens())
    server.clock.ahead = 61_000
    tab.auth.start()
    await vi.waitUntil(() => tab.auth.$auth.get().user)
    expect(tab.auth.$auth.get()).toMatchObject({ isAuthenticated: true, user: { organization: 2 } })
    expect(server.count('POST /auth/jwt/refresh/')).toBe(1)
    tab.auth.stop()
  },
)

test.each([{ forbids: false }, { forbids: true }])(
  'a session that ends during work goes on after a login (%o)',
  async (options) => {
    const tab = await setUp({ ...options, accessSeconds: 60 })
    await tab.auth.login(EMAIL, PASSWORD)
    server.blacklist(tab.session.refresh()!)
    server.clock.ahead = 61_000
    const body = { subject_name: 'Ferries', subject_description: 'Boats.' }
    const work = tab.auth.withSession(() => tab.client.call('createSubject', { body }))
    await vi.waitUntil(() => tab.auth.$loginNeeded.get())
    expect(tab.auth.$loginNeeded.get()).toMatchObject({ reason: 'ended', user: { email: EMAIL } })
    await tab.auth.login(EMAIL, PASSWORD)
    expect(await work).toMatchObject({ id: 1, subject_name: 'Ferries' })
    expect(server.tables.subjects).toHaveLength(1)
  },
)

test('links of letters: failures of djoser at their fields, success, and no next step', async () => {
  const { auth } = await setUp()
  expect(await auth.requestReset('nobody@example.org')).toBeUndefined()
  const passwords = { new_password: 'Lakeshore-1901', re_new_password: 'Lakeshore-1901' }
  expect(await auth.confirmReset({ ...LINK, token: 'old', ...passwords })).toEqual({
    fields: { token: 'Invalid token for given user.' },
  })
  const common = { new_password: 'Password-1', re_new_password: 'Password-1' }
  expect(await auth.confirmReset({ ...LINK, ...common })).toEqual({
    fields: { new_password: 'This password is too common.' },
  })
  expect(await auth.confirmReset({ ...LINK, ...passwords })).toBeUndefined()
  expect(await auth.login(EMAIL, passwords.new_password)).toBeUndefined()
  server.user.isActive = false
  expect(await auth.activate(LINK)).toEqual({ failure: undefined, next: null })
  expect((await auth.activate(LINK)).failure?.text).toBeTruthy()
})

test('an HTML error page is no wrong password', async () => {
  const { auth } = await setUp()
  server.next('POST /auth/jwt/create/', page(500), 'drop')
  for (let time = 0; time < 2; time++) {
    const failure = await auth.login(EMAIL, PASSWORD)
    expect(failure?.text).toBeTruthy()
    expect(failure?.text).not.toBe(ERROR.loginPage)
  }
  expect(await auth.login(EMAIL, PASSWORD)).toBeUndefined()
})
