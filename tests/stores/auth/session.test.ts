import { describe, expect, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { AUTH } from '#stores/auth/messages.ts'
import { ADA, LIFE, PASSWORD, VERA, world } from './world.ts'

const REFRESH = '/auth/jwt/refresh/'

describe('on load', () => {
  test('without a stored token nobody is logged in, and nothing is asked', async () => {
    const { openTab, pass, asked } = world()
    const { auth, state } = openTab()
    expect(state()).toEqual([null, null, null])
    auth.start()
    await pass()
    expect(state()).toEqual([false, null, null])
    expect(asked).toEqual([])
  })

  test('the token is verified and the user loaded (spec §4)', async () => {
    const { loggedIn, openTab, pass, asked } = world()
    await loggedIn()
    const { auth, state } = openTab()
    auth.start()
    await pass()
    expect(state()).toEqual([true, VERA.name, null])
    expect(asked).toEqual(['/auth/jwt/verify/', '/auth/users/me/'])
  })

  test('an expired token is refreshed and the new one verified', async () => {
    const { loggedIn, openTab, pass, asked } = world()
    ;(await loggedIn()).auth.stop()
    await pass(LIFE * 1000 + 1)
    const { auth, state } = openTab()
    auth.start()
    await pass()
    expect(state()).toEqual([true, VERA.name, null])
    expect(asked).toEqual(['/auth/jwt/verify/', REFRESH, '/auth/jwt/verify/', '/auth/users/me/'])
  })

  test('a session that the server has ended is cleared', async () => {
    const { loggedIn, openTab, pass, server, storage } = world()
    ;(await loggedIn()).auth.stop()
    server.endAll()
    const { auth, state } = openTab()
    auth.start()
    await pass()
    expect(state()).toEqual([false, null, null])
    expect(storage.has('access') || storage.has('refresh')).toBe(false)
  })

  test('while the archive is away, the last user goes on; the check is made up for', async () => {
    const { loggedIn, openTab, pass, server } = world()
    ;(await loggedIn()).auth.stop()
    server.isAway = true
    const { auth, state } = openTab()
    auth.start()
    await pass()
    expect(state()).toEqual([true, VERA.name, null])
    server.isAway = false
    server.endAll()
    await pass(60_000)
    expect(state()).toEqual([false, VERA.name, null])
  })
})

describe('a login', () => {
  test('that is refused clears the tokens and says so (spec §8)', async () => {
    const { openTab, storage } = world()
    const { auth } = openTab()
    expect(await auth.login(VERA.email, 'Wrong-Pass-1')).toEqual({ text: ERROR.loginPage })
    expect(auth.$auth.get()).toMatchObject({ isAuthenticated: false, errors: ERROR.login })
    expect(storage.size).toBe(0)
    expect(await auth.login(VERA.email, PASSWORD)).toBeUndefined()
    expect(auth.$auth.get()).toMatchObject({ isAuthenticated: true, user: { name: VERA.name }, errors: null })
  })

  test('with outer spaces works on a server that does not trim', async () => {
    const { openTab, askedOf } = world()
    const { auth } = openTab()
    expect(await auth.login(VERA.email, ` ${PASSWORD} `)).toBeUndefined()
    expect(askedOf('/auth/jwt/create/')).toBe(2)
  })

  test.each([
    [429, { 'retry-after': '300' }, AUTH.wait(300)],
    [503, {}, AUTH.broken],
    [404, {}, AUTH.broken],
  ])('that is answered %i does not blame the password', async (status, headers, text) => {
    const { openTab, server } = world()
    server.instead = () => new Response('<html>', { status, headers: headers as Record<string, string> })
    const { auth } = openTab()
    expect(await auth.login(VERA.email, PASSWORD)).toEqual({ text })
    expect(auth.$auth.get().errors).toBeNull()
    server.instead = () => undefined
    server.isAway = true
    expect(await auth.login(VERA.email, PASSWORD)).toEqual({ text: AUTH.away })
  })
})

describe('the access token', () => {
  test.each([0, -3_600_000, 86_400_000])(
    'is refreshed before it expires, whatever the device’s clock says (server %i ms ahead)',
    async (serverAhead) => {
      const { loggedIn, pass, askedOf, server } = world({ serverAhead })
      const { client, state } = await loggedIn()
      await pass(LIFE * 700)
      expect(askedOf(REFRESH)).toBe(0)
      await pass(LIFE * 100)
      expect(askedOf(REFRESH)).toBe(1)
      await pass(LIFE * 1000)
      expect(askedOf(REFRESH)).toBe(2)
      server.instead = (path) => (path === REFRESH ? new Response(null, { status: 500 }) : undefined)
      expect(await client.call('changes')).toEqual({ counter: VERA.id })
      expect(state()).toEqual([true, VERA.name, null])
    },
  )

  test('is refreshed once by two tabs', async () => {
    const { loggedIn, openTab, pass, askedOf } = world()
    await loggedIn()
    const other = openTab()
    other.auth.start()
    await pass(LIFE * 800)
    expect(askedOf(REFRESH)).toBe(1)
    expect(await other.client.call('changes')).toEqual({ counter: VERA.id })
  })

  test('is refreshed by a tab that slept', async () => {
    const { loggedIn, openTab, pass, askedOf } = world()
    const tab = await loggedIn()
    // Its timers did not run meanwhile.
    tab.auth.stop()
    await pass(LIFE * 900)
    const awake = openTab()
    awake.auth.start()
    await pass()
    expect(askedOf(REFRESH)).toBe(1)
    await pass(LIFE * 10)
    awake.wake()
    await pass()
    expect(askedOf(REFRESH), 'still fresh').toBe(1)
  })

  test('is refreshed later when the archive is away', async () => {
    const { loggedIn, pass, askedOf, server } = world()
    const { state } = await loggedIn()
    server.isAway = true
    await pass(LIFE * 1000)
    expect(askedOf(REFRESH)).toBeGreaterThan(2)
    expect(state()).toEqual([true, VERA.name, null])
    server.isAway = false
    await pass(60_000)
    const asked = askedOf(REFRESH)
    await pass(60_000)
    expect(askedOf(REFRESH), 'once it worked, not again').toBe(asked)
  })
})

describe('tabs', () => {
  test('log out together, and what belongs to the user is gone', async () => {
    const { loggedIn, openTab, pass, server, storage } = world()
    const one = await loggedIn()
    const other = openTab()
    other.auth.start()
    other.auth.requireLogin()
    await pass()
    await one.auth.logout()
    await pass()
    expect(one.state()).toEqual([false, null, null])
    expect(other.state()).toEqual([false, null, 'signed-out'])
    expect(server.sessions).toEqual([])
    expect([...storage.keys()]).toEqual([])
  })

  test('follow a change of the user', async () => {
    const { loggedIn, openTab, pass } = world()
    const one = await loggedIn()
    const other = openTab()
    other.auth.start()
    await pass()
    await one.auth.login(ADA.email, PASSWORD)
    await pass()
    expect(other.state()).toEqual([true, ADA.name, null])
  })

  test('a logout wins over an answer that is on its way', async () => {
    const { loggedIn, openTab, pass, server } = world()
    const one = await loggedIn()
    const me = Promise.withResolvers<Response>()
    server.instead = (path) => (path === '/auth/users/me/' ? me.promise : undefined)
    const other = openTab()
    other.auth.start()
    await pass()
    await one.auth.logout()
    me.resolve(Response.json(VERA))
    await pass()
    expect(other.state()).toEqual([false, null, null])
  })
})
