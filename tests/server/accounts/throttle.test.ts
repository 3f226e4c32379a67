import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOGIN_PAUSE, RESET_REQUESTS } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { clientAddress } from '#server/http/client-address.ts'
import { createLoginThrottle, createResetThrottle } from '#server/accounts/throttle.ts'
import { Refusal } from '#server/http/errors.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

const { free, first, longest } = LOGIN_PAUSE.account
const EMAIL = 'ann@example.org'
let address = 0
/** Seconds that a try is told to wait; 0 where it may be made. */
async function attempt(throttle: ReturnType<typeof createLoginThrottle>, email = EMAIL, from = `10.0.0.${++address}`) {
  try {
    await throttle.attempt(email, from)
    return 0
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const seconds = Number(problem.headers['retry-after'])
    expect(problem).toMatchObject({ status: 429, body: { detail: API.throttled(seconds) } })
    return seconds
  }
}
async function attempts(count: number, one: () => Promise<number>): Promise<number[]> {
  const waits: number[] = []
  for (let at = 0; at < count; at++) waits.push(await one())
  return waits
}

describe('wrong passwords for one account', () => {
  test('five are free, then each further one waits, twice as long each time, up to a limit', async () => {
    const throttle = createLoginThrottle()
    expect(await attempts(free, () => attempt(throttle))).toEqual([0, 0, 0, 0, 0])
    for (let pause = first; pause < longest * 4; pause *= 2) {
      const now = Math.min(pause, longest)
      expect(await attempt(throttle)).toBe(now)
      await pass(now - 1)
      expect(await attempt(throttle)).toBe(1)
      await pass(1)
      expect(await attempt(throttle)).toBe(0)
    }
  })

  test('who tries without end has about a hundred tries a day, from however many addresses', async () => {
    const throttle = createLoginThrottle()
    let tries = 0
    for (let minute = 0; minute < 24 * 60; minute++) {
      for (let at = 0; at < 3; at++) if ((await attempt(throttle)) === 0) tries += 1
      await pass(60)
    }
    expect(tries).toBeGreaterThan(50)
    expect(tries).toBeLessThan(120)
  })

  test('a hundred at once: no more slip through than one after the other', async () => {
    const throttle = createLoginThrottle()
    const at = Array.from({ length: 100 })
    expect((await Promise.all(at.map(() => attempt(throttle)))).filter((wait) => wait === 0)).toHaveLength(free)
    await pass(longest)
    expect((await Promise.all(at.map(() => attempt(throttle)))).filter((wait) => wait === 0)).toHaveLength(1)
  })

  test('a right one begins the count again', async () => {
    const throttle = createLoginThrottle()
    const right = async (from: string) => (await throttle.attempt(EMAIL, from))()
    await attempts(free - 1, () => attempt(throttle))
    await right('10.1.1.1')
    expect(await attempts(free, () => attempt(throttle))).toEqual([0, 0, 0, 0, 0])
    // From where it was right the count is another one, which begins again as well.
    const there = () => attempt(throttle, EMAIL, '10.1.1.1')
    await attempts(free - 1, there)
    await right('10.1.1.1')
    expect(await attempts(free, there)).toEqual([0, 0, 0, 0, 0])
    expect(await there()).toBe(first)
  })

  test('are forgotten after a day', async () => {
    const throttle = createLoginThrottle()
    await attempts(free, () => attempt(throttle))
    await pass(LOGIN_PAUSE.forget + 1)
    expect(await attempts(free, () => attempt(throttle))).toEqual([0, 0, 0, 0, 0])
  })

  test('by somebody else do not keep its user out, where they logged in lately or hold the mailbox', async () => {
    const throttle = createLoginThrottle()
    const home = '10.2.2.2'
    await (
      await throttle.attempt(EMAIL, home)
    )()
    await attempts(free + 3, () => attempt(throttle))
    expect(await attempt(throttle)).toBeGreaterThan(0)
    expect(await attempt(throttle, EMAIL, home)).toBe(0)
    await throttle.forgive(EMAIL, '10.3.3.3')
    expect(await attempt(throttle, EMAIL, '10.3.3.3')).toBe(0)
  })

  test('slow down no other account', async () => {
    const throttle = createLoginThrottle()
    await attempts(free + 2, () => attempt(throttle))
    expect(await attempt(throttle, 'bo@example.org')).toBe(0)
  })
})

describe('wrong passwords from one address', () => {
  const many = LOGIN_PAUSE.address
  const next = (throttle: ReturnType<typeof createLoginThrottle>) => () =>
    attempt(throttle, `user${++address}@example.org`, '10.9.9.9')

  test('are slowed down whatever account they are for', async () => {
    const throttle = createLoginThrottle()
    expect((await attempts(many.free, next(throttle))).every((wait) => wait === 0)).toBe(true)
    expect(await next(throttle)()).toBe(many.first)
    expect(await attempt(throttle, EMAIL, '10.9.9.8')).toBe(0)
  })

  test('a whole library may log in from one', async () => {
    const throttle = createLoginThrottle()
    for (let at = 0; at < many.free * 3; at++) await (await throttle.attempt(`user${at}@example.org`, '10.9.9.9'))()
    expect(await next(throttle)()).toBe(0)
  })

  test('what is refused for its account does not count', async () => {
    const throttle = createLoginThrottle()
    await attempts(many.free * 2, () => attempt(throttle, EMAIL, '10.9.9.9'))
    expect(await next(throttle)()).toBe(0)
  })
})

describe('reset links', () => {
  test('a few an hour for one e-mail address, silently; many for one network address, aloud', async () => {
    const mayAsk = createResetThrottle()
    const ask = (email = EMAIL) => mayAsk(email, '10.0.0.1')
    for (let at = 0; at < RESET_REQUESTS.email; at++) expect(await ask()).toBe(true)
    expect(await ask()).toBe(false)
    for (let at = RESET_REQUESTS.email + 1; at < RESET_REQUESTS.address; at++) await ask(`user${at}@example.org`)
    await expect(ask('last@example.org')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    await pass(RESET_REQUESTS.seconds)
    expect(await ask()).toBe(true)
  })
})

describe('an address that limits count', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (ip, key) => expect(clientAddress(ip)).toBe(key))

  test('is the same for all of a /64, and another for another', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length })
    const ip = (parts: number[]) => parts.map((part) => part.toString(16)).join(':')
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
        expect(clientAddress(ip([...network, ...one]))).toBe(clientAddress(ip([...network, ...other])))
        const [head = 0, ...rest] = network
        expect(clientAddress(ip([head ^ 1, ...rest, ...one]))).not.toBe(clientAddress(ip([...network, ...one])))
      }),
    )
  })
})
