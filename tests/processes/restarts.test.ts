import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasOwnPostgres } from '../postgres/server.ts'
import { ALL, rounds } from '../setup/length.ts'
import { startFleet, type Fleet } from './fleet.ts'

/** Two real processes on PostgreSQL behind a balancer, with visitors and volunteers at work. */
let fleet: Fleet
describe.skipIf(!hasOwnPostgres())('two processes on PostgreSQL behind a balancer', () => {
  beforeAll(async () => {
    fleet = await startFleet()
  }, 120_000)
  afterAll(() => fleet?.stop(), 60_000)

  /** Milliseconds from one kill to the next, and kills: two minutes in `npm test -- all`. */
  const KILL_EVERY = 5000
  const KILLS = rounds('LOTLINE_KILLS', 2, 24)

  test('a rolling restart fails no request', async () => {
    const { visits, writes, ledger } = fleet
    for (const server of [0, 1]) {
      const before = visits.answered
      await fleet.restart(server)
      await fleet.allUp()
      // Both answer again.
      await expect.poll(() => visits.answered).toBeGreaterThan(before + 20)
    }
    expect([visits.again, visits.failed]).toEqual([0, []])
    expect(writes).toEqual({ cut: 0, faults: [] })
    expect(ledger.acknowledged().length).toBeGreaterThan(0)
  }, 120_000)

  test('when the one that leads is killed, the other leads within seconds', async () => {
    await expect.poll(() => fleet.leader(), { timeout: 10_000 }).toBeDefined()
    const first = (await fleet.leader())!
    const began = performance.now()
    const killed = fleet.kill(first)
    await expect.poll(() => fleet.leader(), { timeout: 10_000, interval: 50 }).toBe(1 - first)
    const taken = performance.now() - began
    await killed
    await fleet.allUp()
    expect(await fleet.leader()).toBe(1 - first)
    expect(taken).toBeLessThan(8000)
    if (ALL) process.stdout.write(`another leads after ${(taken / 1000).toFixed(1)} s\n`)
  }, 60_000)

  test(`killed ${KILLS} times, no acknowledged write is lost, and reads succeed after at most one retry`, async () => {
    const { visits, writes, ledger } = fleet
    for (let kill = 0; kill < KILLS; kill++) {
      const began = performance.now()
      await fleet.kill(kill % 2)
      await pause(Math.max(0, KILL_EVERY - (performance.now() - began)))
    }
    expect(visits.failed).toEqual([])
    expect(writes.faults).toEqual([])
    expect(visits.answered).toBeGreaterThan(100)
    expect(await fleet.examine()).toEqual([])
    expect(ledger.of('scan').filter(({ id }) => id !== undefined).length).toBeGreaterThan(0)
    const told = `${KILLS} kills: ${ledger.acknowledged().length} writes acknowledged, ${writes.cut} cut off and sent again; ${visits.answered} reads, ${visits.again} asked again`
    if (ALL) process.stdout.write(`${told}\n`)
  }, 600_000)
})
