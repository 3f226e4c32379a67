import { describe, expect, test } from 'vitest'
import { SessionEndedError } from '#stores/auth/auth-stores.ts'
import { ADA, PASSWORD, VERA, world } from './world.ts'

describe.each([{ forbids: false }, { forbids: true }])(
  'a session that ends during work (403 instead of 401: $forbids)',
  (given) => {
    async function ended() {
      const here = world(given)
      const tab = await here.loggedIn()
      here.server.endAll()
      const outcome = tab.auth.withSession(() => tab.client.call('changes'))
      const settled = outcome.catch((problem: unknown) => problem)
      await here.pass()
      expect(tab.state(), 'the page keeps what belongs to the user').toEqual([false, VERA.name, 'ended'])
      return { ...here, ...tab, settled }
    }

    test('asks for a login and goes on after it', async () => {
      const { auth, settled, state } = await ended()
      await auth.login(VERA.email, 'Wrong-Pass-1')
      expect(state()).toEqual([false, VERA.name, 'ended'])
      await auth.login(VERA.email, PASSWORD)
      expect(await settled).toEqual({ counter: VERA.id })
      expect(state()).toEqual([true, VERA.name, null])
    })

    test('goes on after a login in another tab', async () => {
      const { openTab, settled, pass, state } = await ended()
      await openTab().auth.login(VERA.email, PASSWORD)
      await pass()
      expect(await settled).toEqual({ counter: VERA.id })
      expect(state()).toEqual([true, VERA.name, null])
    })

    test('is given up when the dialog is cancelled', async () => {
      const { auth, settled, state } = await ended()
      auth.cancelLogin()
      expect(await settled).toBeInstanceOf(SessionEndedError)
      expect(state()).toEqual([false, VERA.name, null])
    })

    test('is given up when somebody else logs in', async () => {
      const { auth, settled } = await ended()
      await auth.login(ADA.email, PASSWORD)
      expect(await settled).toBeInstanceOf(SessionEndedError)
    })
  },
)

test('a refusal for a user without the right asks for no login', async () => {
  const { loggedIn, server } = world()
  const { auth, client, state } = await loggedIn()
  server.instead = (path) => (path === '/api/changes/' ? Response.json({ detail: 'No.' }, { status: 403 }) : undefined)
  await expect(auth.withSession(() => client.call('changes'))).rejects.toMatchObject({ status: 403 })
  expect(state()).toEqual([true, VERA.name, null])
})

test('all work that waits goes on after one login', async () => {
  const { loggedIn, server, pass, askedOf } = world()
  const { auth, client } = await loggedIn()
  server.endAll()
  const work = Promise.all([1, 2, 3].map(() => auth.withSession(() => client.call('changes'))))
  await pass()
  await auth.login(VERA.email, PASSWORD)
  expect(await work).toHaveLength(3)
  expect(askedOf('/auth/jwt/create/')).toBe(1)
})

describe('the own account', () => {
  test('a changed password ends other sessions, and this one goes on', async () => {
    const { loggedIn, server, asked } = world()
    const { auth, state } = await loggedIn()
    const body = { current_password: 'old', new_password: PASSWORD, re_new_password: PASSWORD }
    expect(await auth.changePassword(body)).toBeUndefined()
    expect(asked.slice(0, 2)).toEqual(['/auth/users/set_password/', '/auth/jwt/create/'])
    expect(server.sessions).toHaveLength(1)
    expect(state()).toEqual([true, VERA.name, null])
  })
})

test.each([
  ['</password/reset/confirm/Mg/abc>; rel="next"', '/password/reset/confirm/Mg/abc'],
  ['<https://elsewhere.test/>; rel="next"', null],
  ['<//elsewhere.test/>; rel="next"', null],
  ['</a/b/>; rel="prev"', null],
  [undefined, null],
])('an activation with Link %s leads on to %s', async (link, next) => {
  const { openTab, server } = world()
  server.instead = () => new Response(null, { status: 204, ...(link && { headers: { link } }) })
  expect(await openTab().auth.activate({ uid: 'Mg', token: 'abc' })).toEqual({ failure: undefined, next })
})
