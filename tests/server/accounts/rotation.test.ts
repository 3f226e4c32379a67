import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GRACE_PERIOD, INITIAL_ROTATION, isValidSerial, rotateSerial } from '#server/accounts/sessions.ts'

test('a client that does not rotate keeps its token', () => {
  expect(isValidSerial(INITIAL_ROTATION, 1, 0)).toBe(true)
  expect(rotateSerial(INITIAL_ROTATION, 1, 0, false)).toEqual(INITIAL_ROTATION)
})

test('a rotated token is valid for 60 seconds, and until its successor is used', () => {
  const exchanged = rotateSerial(INITIAL_ROTATION, 1, 1000, true)
  expect(exchanged).toMatchObject({ latest: 2 })
  // The answer may not have arrived.
  expect(isValidSerial(exchanged, 1, 1000 + GRACE_PERIOD * 100)).toBe(true)
  const used = rotateSerial(exchanged, 2, 2000, false)
  expect([
    isValidSerial(used, 1, 999 + GRACE_PERIOD),
    isValidSerial(used, 1, 1000 + GRACE_PERIOD),
    isValidSerial(used, 2, 1e12),
  ]).toEqual([true, false, true])
})

/** A reference implementation based on the history of every token: when it was first rotated, and whether its successor was used. */
interface Plain {
  exchangedAt?: number
  used: boolean
}

test('the rule holds for tokens in any order', () => {
  const step = fc.record({
    back: fc.nat(4),
    wait: fc.oneof(
      fc.nat(1000),
      fc.integer({ min: GRACE_PERIOD - 1, max: GRACE_PERIOD + 1 }),
      fc.nat(GRACE_PERIOD * 3),
    ),
    exchange: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let rotation = INITIAL_ROTATION
      const tokens: Plain[] = [{ used: true }]
      let now = 0
      for (const { back, wait, exchange } of steps) {
        now += wait
        for (const [at, { exchangedAt }] of tokens.entries()) {
          const rule =
            exchangedAt === undefined ||
            now < exchangedAt + GRACE_PERIOD ||
            (at === tokens.length - 2 && !tokens.at(-1)!.used)
          expect(isValidSerial(rotation, at + 1, now)).toBe(rule)
        }
        const serial = Math.max(1, tokens.length - back)
        if (!isValidSerial(rotation, serial, now)) continue
        rotation = rotateSerial(rotation, serial, now, exchange)
        const sent = tokens[serial - 1]!
        sent.used = true
        if (exchange && serial === tokens.length) {
          sent.exchangedAt = now
          tokens.push({ used: false })
        }
        expect(rotation.latest).toBe(tokens.length)
      }
      expect(isValidSerial(rotation, rotation.latest + 1, now)).toBe(false)
    }),
  )
})
