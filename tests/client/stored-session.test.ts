import { describe, expect, test } from 'vitest'
import { createUserClient } from '#client/user-client.ts'
import { createStoredSession } from '#client/stored-session.ts'

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** A server that rotates refresh tokens and counts refreshes; its access tokens are valid until the next one. */
function createServer({ rotates = true, slow = 5 } = {}) {
  let serial = 1
  const asked: unknown[] = []
  const server: typeof fetch = async (input, init = {}) => {
    const { pathname } = new URL(input as string)
    if (!pathname.endsWith('/refresh/')) {
      const { authorization } = init.headers as Record<string, string>
      return authorization === `JWT access-${serial}` && serial > 1 ? json({ counter: serial }) : json({}, 401)
    }
    const body = JSON.parse(init.body as string) as { refresh: string; rotate: boolean }
    asked.push(body)
    await new Promise((resolve) => setTimeout(resolve, slow))
    if (rotates && body.refresh !== `refresh-${serial}`) return json({}, 401)
    serial += 1
    return json({ access: `access-${serial}`, ...(rotates && { refresh: `refresh-${serial}` }) })
  }
  return { server, asked }
}

/** A tab: its own client with shared storage and locks. */
function openTabs(count: number, server: typeof fetch, locks?: Pick<LockManager, 'request'>) {
  const storage = createStorage()
  createStoredSession(storage).start({ access: 'access-1', refresh: 'refresh-1' })
  const tabs = Array.from({ length: count }, () =>
    createUserClient({ base: 'http://api.test', fetch: server, tokens: createStoredSession(storage, locks) }),
  )
  return { tabs, session: createStoredSession(storage) }
}

describe('tabs that share a session', () => {
  test('refresh once: the waiting tab uses the other one’s tokens', async () => {
    const { server, asked } = createServer()
    const { tabs, session } = openTabs(3, server, navigator.locks)
    const answers = await Promise.all([...tabs, ...tabs].map((tab) => tab.call('changes')))
    expect(answers).toEqual(Array(6).fill({ counter: 2 }))
    expect(asked).toEqual([{ refresh: 'refresh-1', rotate: true }])
    expect([session.access(), session.refresh()]).toEqual(['access-2', 'refresh-2'])
  })

  test('without locks each tab refreshes by itself', async () => {
    const { server, asked } = createServer({ rotates: false })
    const { tabs } = openTabs(2, server)
    await Promise.all(tabs.map((tab) => tab.call('changes').catch(() => undefined)))
    expect(asked).toHaveLength(2)
  })

  test('do not wait indefinitely for the lock', async () => {
    const { server, asked } = createServer()
    const stuck: Pick<LockManager, 'request'> = {
      request: () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError')),
    }
    const { tabs } = openTabs(1, server, stuck)
    expect(await tabs[0]!.call('changes')).toEqual({ counter: 2 })
    expect(asked).toHaveLength(1)
  })

  test('end together when the refresh token is rejected, unless another tab has logged in again', async () => {
    const { tabs, session } = openTabs(1, () => Promise.resolve(json({}, 401)), navigator.locks)
    await expect(tabs[0]!.call('changes')).rejects.toMatchObject({ status: 401 })
    expect([session.access(), session.refresh()]).toEqual([null, null])

    const late = openTabs(1, (input) => {
      if ((input as string).endsWith('/refresh/')) late.session.start({ access: 'new', refresh: 'newer' })
      return Promise.resolve(json({}, 401))
    })
    await expect(late.tabs[0]!.call('changes')).rejects.toMatchObject({ status: 401 })
    expect(late.session.refresh()).toBe('newer')
  })
})

test('the device token survives the session', () => {
  const session = createStoredSession(createStorage())
  expect(session.device()).toBe('')
  session.start({ access: 'a', refresh: 'r', device: 'd' })
  session.clear()
  expect([session.access(), session.refresh(), session.device()]).toEqual([null, null, 'd'])
  // A server without device tokens.
  session.start({ access: 'a', refresh: 'r' })
  expect(session.device()).toBe('d')
})
