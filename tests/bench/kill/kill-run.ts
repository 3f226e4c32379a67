import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readConfig, type Config } from '#server/config.ts'
import { freePort, start, untilUp, type Running } from '../../e2e/setup/process.ts'
import { addAccounts } from '../accounts.ts'
import { createPublisher, createVolunteer, type Life } from './clients.ts'
import { createLedger, type Sent } from './ledger.ts'
import { examineAnswers, examineFiles, type Faults } from './verify.ts'

export interface Outcome {
  restarts: number
  items: number
  scans: number
  people: number
  published: number
  /** Calls that had no answer when the server was killed. */
  unanswered: number
  faults: Faults
}

const KINDS = ['item', 'scan', 'person'] as const

/**
 * A life ends after so many more answers, at most, once something of each kind has arrived, and a moment at random after that (milliseconds): counted in
 * answers, so that it meets every part of the work on a slow machine too.
 */
const ANSWERS = 30
const MOMENT = 60
/** The longest life, in milliseconds. */
const LONGEST = 15_000
export const ACCOUNTS = ['volunteer 1', 'volunteer 2', 'volunteer 3', 'volunteer 4', 'volunteer 5', 'staff'] as const
export const STAFF = ACCOUNTS.length

/**
 * A real server takes in submissions and is killed (SIGKILL) at a random moment, again and again on the same DATA_DIR; after each start everything
 * that it acknowledged is there and whole, and nothing is there that was not sent, or only half of it.
 */
export async function killRun(restarts: number, say: (line: string) => void = () => {}): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lotline-kill-'))
  const environment = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG: '0',
    DATA_DIR: folder,
    // No builds of the site beside it: they are not what is looked at.
    REBUILD_DELAY: '3600',
    NIGHTLY_BUILD: 'off',
  }
  const signIn = await makeAccounts(readConfig({ DATA_DIR: folder }))
  const ledger = createLedger()
  const volunteers = ACCOUNTS.slice(0, -1).map(() => createVolunteer(ledger))
  const publisher = createPublisher(ledger)
  const proven = new Set<string>()
  const faults: Faults = []
  let running: Running | undefined
  const looked = new Set<Sent>()
  let unanswered = 0
  const hasArrived = (kind: (typeof KINDS)[number]) => ledger.of(kind).some(({ id }) => id !== undefined)
  const begin = async () => {
    const port = await freePort()
    const base = `http://localhost:${port}`
    running = start(['scripts/serve.ts'], { ...environment, PORT: String(port) })
    await untilUp([`${base}/api/health/`], running, 60_000)
    return base
  }
  const lifeOf = async (base: string, account: number): Promise<Life> => ({
    base,
    headers: { authorization: `JWT ${await signIn(account)}` },
    over: false,
  })
  try {
    for (let at = 0; at <= restarts; at++) {
      const base = await begin()
      const staff = await lifeOf(base, STAFF)
      // The last start looks at everything that there ever was; the others at what came since.
      if (at === restarts) looked.clear()
      const fresh = ledger.acknowledged().filter((sent) => !looked.has(sent))
      const found = await examineAnswers(staff, fresh)
      for (const sent of fresh) looked.add(sent)
      faults.push(...found, ...(await examineFiles(folder, ledger, proven)))
      if (faults.length > 0 || at === restarts) break
      const each = [...(await Promise.all(volunteers.map((_, index) => lifeOf(base, index + 1)))), staff]
      const lives = Promise.all([...volunteers, publisher].map(({ live }, index) => live(each[index]!)))
      const enough = ledger.acknowledged().length + Math.floor(Math.random() * ANSWERS)
      await Promise.race([lives, waitUntil(() => ledger.acknowledged().length >= enough && KINDS.every(hasArrived))])
      await setTimeout(Math.random() * MOMENT)
      process.kill(running!.pid, 'SIGKILL')
      for (const life of each) life.over = true
      await running!.ended
      await lives
      unanswered += ledger.count() - ledger.acknowledged().length
      if (at % 10 === 9) say(`${at + 1} times killed, ${ledger.acknowledged().length} submissions acknowledged …`)
    }
    const count = (kind: 'item' | 'scan' | 'person') => ledger.of(kind).filter(({ id }) => id !== undefined).length
    const published = ledger.of('item').filter((item) => item.published).length
    return {
      restarts,
      items: count('item'),
      scans: count('scan'),
      people: count('person'),
      published,
      unanswered,
      faults,
    }
  } finally {
    if (running?.code() === null) await running.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function waitUntil(reached: () => boolean): Promise<void> {
  const latest = performance.now() + LONGEST
  while (!reached() && performance.now() < latest) await setTimeout(2)
}

/** Accounts in a new archive, and what signs their tokens. */
export const makeAccounts = (config: Config) =>
  addAccounts(
    config,
    ACCOUNTS.map((_, at) => (at + 1 === STAFF ? 'staff' : 'volunteer')),
  )
