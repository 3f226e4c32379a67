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
