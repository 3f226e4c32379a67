import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOGIN_PAUSE, RESET_REQUESTS } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { createLoginThrottle, createResetThrottle } from '#server/accounts/throttle.ts'
import { DomainError } from '#server/errors/domain-error.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

const { free, first, longest } = LOGIN_PAUSE.account
const EMAIL = 'ann@example.org'
let address = 0
/** A user with the right password. */
const logIn = (throttle: ReturnType<typeof createLoginThrottle>, email: string, ip: string) =>
  throttle.attempt({ email, ip }, async () => true)
/** Seconds to wait; 0 if the attempt is allowed. */
async function attempt(throttle: ReturnType<typeof createLoginThrottle>, email = EMAIL, from = `10.0.0.${++address}`) {
  try {
    await throttle.attempt({ email, ip: from }, async () => false)
    return 0
  } catch (problem) {
    if (!(problem instanceof DomainError)) throw problem
    const seconds = problem.retryAfter ?? 0
    expect(problem).toMatchObject({ kind: 'too-many-requests', body: { detail: API.throttled(seconds) } })
    return seconds
  }
}
async function attempts(count: number, one: () => Promise<number>): Promise<number[]> {
  const waits: number[] = []
  for (let at = 0; at < count; at++) waits.push(await one())
  return waits
}

describe('wrong passwords for one account', () => {
  test('the first five are free, then the wait doubles up to a limit', async () => {
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

  test('concurrent attempts are counted like sequential ones', async () => {
    const throttle = createLoginThrottle()
    const at = Array.from({ length: 100 })
    expect((await Promise.all(at.map(() => attempt(throttle)))).filter((wait) => wait === 0)).toHaveLength(free)
    await pass(longest)
    expect((await Promise.all(at.map(() => attempt(throttle)))).filter((wait) => wait === 0)).toHaveLength(1)
  })

  test('a correct one resets the count', async () => {
    const throttle = createLoginThrottle()
    const right = (from: string) => logIn(throttle, EMAIL, from)
    await attempts(free - 1, () => attempt(throttle))
    await right('10.1.1.1')
    expect(await attempts(free, () => attempt(throttle))).toEqual([0, 0, 0, 0, 0])
    // The address of the correct login has its own count, which starts again too.
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

  test('of others do not lock out a user from a known address or with access to the mailbox', async () => {
    const throttle = createLoginThrottle()
    const home = '10.2.2.2'
    await logIn(throttle, EMAIL, home)
    await attempts(free + 3, () => attempt(throttle))
    expect(await attempt(throttle)).toBeGreaterThan(0)
    expect(await attempt(throttle, EMAIL, home)).toBe(0)
    await throttle.reset(EMAIL, '10.3.3.3')
    expect(await attempt(throttle, EMAIL, '10.3.3.3')).toBe(0)
  })
})

describe('wrong passwords from one address', () => {
  const many = LOGIN_PAUSE.address
  const next = (throttle: ReturnType<typeof createLoginThrottle>) => () =>
    attempt(throttle, `user${++address}@example.org`, '10.9.9.9')

  test('are throttled across accounts', async () => {
    const throttle = createLoginThrottle()
    expect((await attempts(many.free, next(throttle))).every((wait) => wait === 0)).toBe(true)
    expect(await next(throttle)()).toBe(many.first)
    expect(await attempt(throttle, EMAIL, '10.9.9.8')).toBe(0)
  })

  test('many users can log in from one address', async () => {
    const throttle = createLoginThrottle()
    for (let at = 0; at < many.free * 3; at++) await logIn(throttle, `user${at}@example.org`, '10.9.9.9')
    expect(await next(throttle)()).toBe(0)
  })

  test('attempts refused per account do not count', async () => {
    const throttle = createLoginThrottle()
    await attempts(many.free * 2, () => attempt(throttle, EMAIL, '10.9.9.9'))
    expect(await next(throttle)()).toBe(0)
  })
})

describe('wrong passwords from one /48 of IPv6', () => {
  const { free, first } = LOGIN_PAUSE.network
  let counter = 0
  /** Different accounts from different /64 networks: only the /48 limit applies. */
  const next = (throttle: ReturnType<typeof createLoginThrottle>, network = '2001:db8:7') =>
    attempt(throttle, `user${++counter}@example.org`, `${network}:${counter.toString(16)}::1`)

  test('are throttled across its networks', async () => {
    const throttle = createLoginThrottle()
    expect((await attempts(free, () => next(throttle))).every((wait) => wait === 0)).toBe(true)
    expect(await next(throttle)).toBe(first)
    expect(await next(throttle, '2001:db8:8')).toBe(0)
    // Attempts refused for the network do not count for the address.
    expect(await attempt(throttle, 'user@example.org', '10.5.5.5')).toBe(0)
  })

  test('correct ones do not count', async () => {
    const throttle = createLoginThrottle()
    for (let at = 0; at < free + 10; at++) await logIn(throttle, `user${at}@example.org`, `2001:db8:9:${at}::1`)
    expect(await next(throttle, '2001:db8:9')).toBe(0)
  })
})

describe('a device that has logged in before', () => {
  const device = 'a-device'
  const fromDevice = (throttle: ReturnType<typeof createLoginThrottle>, ip: string) =>
    throttle
      .attempt({ email: EMAIL, ip, device }, async () => false)
      .then(
        () => 0,
        (problem: DomainError) => problem.retryAfter ?? 0,
      )
  test('is not locked out by attempts of others', async () => {
    const throttle = createLoginThrottle()
    const [here, network] = ['2001:db8:1:1::5', '2001:db8:1']
    await attempts(LOGIN_PAUSE.account.free + 3, () => attempt(throttle))
    await attempts(LOGIN_PAUSE.address.free + 3, () => attempt(throttle, `user${++address}@example.org`, here))
    await attempts(LOGIN_PAUSE.network.free + 3, () =>
      attempt(throttle, `user${++address}@example.org`, `${network}:${address.toString(16)}::1`),
    )
    expect(await attempt(throttle, 'bo@example.org', here)).toBeGreaterThan(0)
    expect(await attempt(throttle, EMAIL, '10.77.0.1')).toBeGreaterThan(0)
    expect(await fromDevice(throttle, here)).toBe(0)
  })

  test('is throttled by its own attempts', async () => {
    const throttle = createLoginThrottle()
    expect(await attempts(free + 1, () => fromDevice(throttle, `10.0.0.${++address}`))).toEqual([0, 0, 0, 0, 0, first])
  })
})

test('an attempt without a result is refunded', async () => {
  const throttle = createLoginThrottle()
  const ip = '2001:db8:4:4::4'
  const full = new DomainError('unavailable', API.manyLogins)
  for (let at = 0; at < LOGIN_PAUSE.network.free * 2; at++) {
    await expect(throttle.attempt({ email: EMAIL, ip }, () => Promise.reject(full))).rejects.toBe(full)
  }
  expect(await attempts(free, () => attempt(throttle, EMAIL, ip))).toEqual([0, 0, 0, 0, 0])
  // The pause is refunded too, so that the next attempt is allowed.
  await pass(first)
  await expect(throttle.attempt({ email: EMAIL, ip }, () => Promise.reject(full))).rejects.toBe(full)
  expect(await attempt(throttle, EMAIL, ip)).toBe(0)
  expect(await attempt(throttle, EMAIL, ip)).toBe(first * 2)
})

describe('reset links', () => {
  test('are limited per /48 too', async () => {
    const mayAsk = createResetThrottle()
    const ask = (at: number) => mayAsk(`user${at}@example.org`, `2001:db8:3:${at.toString(16)}::1`)
    for (let at = 0; at < RESET_REQUESTS.network; at++) expect(await ask(at)).toBe(true)
    await expect(ask(9999)).rejects.toMatchObject({ kind: 'too-many-requests' })
  })
})
