import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppParts } from '#server/app.ts'
import { clientAddress, clientNetworks } from '#server/limits/client-address.ts'
import { openTestArchive } from '../fixtures.ts'

describe('the client address for limits', () => {
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

  test.each([
    ['198.51.100.7', undefined],
    ['::ffff:198.51.100.7', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:DB8:0001::', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
  ])('%s lies in %s', (ip, network) => expect(clientNetworks(ip)[1]).toBe(network))

  test('is the same within a /64', () => {
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

test.each([
  ['', '127.0.0.1', '198.51.100.7'],
  ['', '10.1.1.1', '10.1.1.1'],
  ['10.0.0.0/8', '10.1.1.1', '198.51.100.7'],
  ['10.0.0.0/8', '127.0.0.1', '127.0.0.1'],
])('with TRUSTED_PROXIES=%s a call from %s comes from %s', async (trusted, remoteAddress, address) => {
  let seen: string | undefined
  const observe: AppParts['observe'] = (app) => void app.addHook('onRequest', async ({ ip }) => void (seen = ip))
  const town = await openTestArchive({}, { environment: { TRUSTED_PROXIES: trusted }, observe })
  await town.app.inject({ url: '/api/items/', remoteAddress, headers: { 'x-forwarded-for': '198.51.100.7' } })
  await town.close()
  expect(seen).toBe(address)
})
