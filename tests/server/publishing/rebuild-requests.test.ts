import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDue } from '#server/publishing/rebuilds.ts'
import { joinReasons } from '#server/jobs/builds.ts'

test('reasons are a single line of limited length', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 150 }), { minLength: 1 }), (reasons) => {
      const joined = reasons.reduce((before, reason) => joinReasons(before, reason))
      expect(joined.length).toBeLessThanOrEqual(300)
      expect(joinReasons(joined, reasons[0]!).length).toBeLessThanOrEqual(300)
    }),
  )
})

test('a waiting build becomes due and stays due', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1000)
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), fc.nat(300), fc.nat(300), fc.nat(120), (first, more, wait, longer, delay) => {
      const row = {
        requested_at: at(first).toISOString(),
        asked_again_at: at(first + more).toISOString(),
        at_once: 0,
      }
      const now = first + more + wait
      if (isDue(row, at(now), delay)) expect(isDue(row, at(now + longer), delay)).toBe(true)
      expect(isDue(row, at(now + Math.max(60, delay)), delay)).toBe(true)
      if (more + wait < Math.min(delay, 60)) expect(isDue(row, at(now), delay)).toBe(false)
    }),
  )
})
