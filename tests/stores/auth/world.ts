import { createUserClient } from '#client/user-client.ts'
import { createStoredSession } from '#client/stored-session.ts'
import { createAuthStores } from '#stores/auth/create-auth-stores.ts'
import { clock, happening } from '../shared/fakes.ts'

export const VERA = {
  id: 4,
  email: 'vera@town.test',
  name: 'Vera Calder',
  organization: null,
  role: 'volunteer',
  may: [] as string[],
}
export const ADA = {
  id: 7,
  email: 'ada@town.test',
  name: 'Ada Wright',
  organization: null,
  role: 'staff',
  may: ['review'],
}
export const PASSWORD = 'Harbour-1856'
/** Seconds that an access token lives. */
export const LIFE = 600

interface Session {
  user: typeof VERA
  access: string
  refresh: string
}

const base64url = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_')

export interface Given {
  /** Milliseconds by which the server's clock is ahead of this device's. */
  serverAhead?: number
  /** The server answers 403 where a token is missing or expired, as some Django REST servers do. */
  forbids?: boolean
}

/** A server with accounts, one browser with shared storage and a clock, and as many tabs as a test opens. */
export function world({ serverAhead = 0, forbids = false }: Given = {}) {
  const time = clock()
  const serverNow = () => 1e12 + serverAhead + time.now()
  const storage = new Map<string, string>()
  const asked: string[] = []
  const server = {
    isAway: false,
    users: [VERA, ADA],
    sessions: [] as Session[],
    /** Answers a path in another way: a Response, or undefined for the usual one. */
    instead: (_path: string): Response | Promise<Response> | undefined => undefined,
    endAll: () => void (server.sessions = []),
  }
  let serial = 0
  /** One at a time, as `navigator.locks`. */
  let locked: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_name: string, _options: object, work: () => Promise<unknown>) => (locked = locked.then(work, work)),
  } as unknown as Pick<LockManager, 'request'>

  function newAccess() {
    const seconds = Math.floor(serverNow() / 1000)
    return `${base64url({ alg: 'HS256' })}.${base64url({ iat: seconds, exp: seconds + LIFE, serial: ++serial })}.x`
  }
  const isLive = (access: string) =>
    (JSON.parse(atob(access.split('.')[1]!)) as { exp: number }).exp * 1000 > serverNow()
  const sessionOf = (access: string) => server.sessions.find((each) => each.access === access && isLive(access))

  async function answer(path: string, body: Record<string, string>, access: string | undefined) {
    asked.push(path)
    if (server.isAway) throw new TypeError('fetch failed')
    const other = await server.instead(path)
    if (other) return other
    switch (path) {
      case '/auth/jwt/create/': {
        const user = server.users.find(({ email }) => email === body.email)
        if (!user || body.password !== PASSWORD) return Response.json({ detail: 'No.' }, { status: 401 })
        const session = { user, access: newAccess(), refresh: `refresh-${++serial}` }
        server.sessions.push(session)
        return Response.json({ access: session.access, refresh: session.refresh })
      }
      case '/auth/jwt/verify/':
        return sessionOf(body.token!) ? Response.json({}) : Response.json({ detail: 'No.' }, { status: 401 })
      case '/auth/jwt/refresh/': {
        const session = server.sessions.find(({ refresh }) => refresh === body.refresh)
        if (!session) return Response.json({ detail: 'No.' }, { status: 401 })
        session.access = newAccess()
        return Response.json({ access: session.access })
      }
      case '/auth/jwt/logout/':
        server.sessions = server.sessions.filter(({ refresh }) => refresh !== body.refresh)
        return new Response(null, { status: 204 })
    }
    const session = access && sessionOf(access)
    if (!session) return Response.json({ detail: 'No.' }, { status: forbids ? 403 : 401 })
    if (path === '/auth/users/me/') return Response.json(session.user)
    if (path === '/api/changes/') return Response.json({ counter: session.user.id })
    if (path === '/auth/users/set_password/' || path === '/auth/users/end_sessions/') server.endAll()
    return new Response(null, { status: 204 })
  }

  const tabs: { changed: () => void }[] = []
  /** A tab of the browser. Changes of the access token are told to all others. */
  function openTab() {
    const [otherTab, wake] = [happening(), happening()]
    const tab = { changed: otherTab.happen }
    tabs.push(tab)
    const tell = (key: string) => {
      if (key === 'access') tabs.filter((each) => each !== tab).forEach(({ changed }) => changed())
    }
    const session = createStoredSession(
      {
        getItem: (key) => storage.get(key) ?? null,
        setItem(key, value) {
          storage.set(key, value)
          tell(key)
        },
        removeItem(key) {
          if (storage.delete(key)) tell(key)
        },
      },
      locks,
      time.now,
    )
    const client = createUserClient({
      base: 'http://town.test',
      tokens: session,
      fetch: (input, init = {}) => {
        const { authorization } = init.headers as Record<string, string>
        const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, string>) : {}
        return answer(new URL(input as string).pathname, body, authorization?.replace('JWT ', ''))
      },
    })
    const auth = createAuthStores({
      client,
      session,
      schedule: time.schedule,
      onOtherTab: otherTab.listen,
      onWake: wake.listen,
    })
    /** isAuthenticated, the user's name, and why a login is needed. */
    const state = () => {
      const { isAuthenticated, user } = auth.$auth.get()
      return [isAuthenticated, user?.name ?? null, auth.$loginNeeded.get()?.reason ?? null]
    }
    return { auth, client, session, state, wake: wake.happen }
  }

  return {
    ...{ server, storage, asked, openTab, pass: time.pass },
    askedOf: (path: string) => asked.filter((each) => each === path).length,
    /** A tab in which Vera is logged in. */
    async loggedIn() {
      const tab = openTab()
      tab.auth.start()
      await time.pass()
      await tab.auth.login(VERA.email, PASSWORD)
      asked.length = 0
      return tab
    },
  }
}
