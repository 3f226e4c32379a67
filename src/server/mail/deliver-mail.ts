import { hash } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { society } from '#society'
import type { ArchiveDatabase } from '../database/open.ts'
import type { MailTable, Tables } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { scrubText } from '../http/scrub.ts'
import { addressed } from './compose.ts'
import { GIVE_UP_AFTER, NEVER, failureOf, isServerDown, pauseAfter } from './pauses.ts'
import type { Outgoing, Transport } from './transport.ts'

type Row = Selectable<MailTable>

/** Milliseconds that a letter belongs to who is sending it: longer than any sending takes. When a process dies meanwhile, another sends it then. */
const CLAIM = 15 * 60_000

export interface Delivery {
  db: ArchiveDatabase
  transport: Transport
  /** Where the links of letters lead; no slash at its end. */
  site: string
  /** Milliseconds since 1970. */
  now?: () => number
  random?: () => number
  /** Ends the pass: the letter in hand is let go and stays claimed, for it may have arrived. */
  signal?: AbortSignal
}
export interface Delivered {
  sent: number
  /** One a letter that failed, as it is kept: without addresses. */
  failures: string[]
}

const iso = (moment: number) => new Date(moment).toISOString()

/** True for the row of this claim: should it have run out meanwhile, the letter is another's now. */
const isStill =
  ({ id, next_attempt_at }: Row) =>
  ({ and }: ExpressionBuilder<Tables, 'mail'>) =>
    and({ id, next_attempt_at })

/** The next due letter, which from now on is nobody else's for a while; undefined when none is due. */
async function claim(db: ArchiveDatabase, now: number): Promise<Row | undefined> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('mail')
      .selectAll()
      .where('next_attempt_at', '<=', iso(now))
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    const claimed = { ...row, next_attempt_at: iso(now + CLAIM) }
    await trx.updateTable('mail').set('next_attempt_at', claimed.next_attempt_at).where('id', '=', row.id).execute()
    return claimed
  })
}

function outgoing(row: Row, site: string): Outgoing {
  const { subject, text, html } = addressed(row, site)
  // The same each time that this letter is sent, so that a mail server knows one that it has.
  const id = hash('sha256', `${row.id} ${row.created_at} ${row.recipient}`, 'hex').slice(0, 32)
  const [, domain = 'localhost'] = society.email.split('@')
  return {
    message: {
      messageId: `<${id}@${domain}>`,
      date: new Date(row.created_at),
      from: { name: society.name, address: society.email },
      to: { name: '', address: row.recipient },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    name: `${row.created_at.replaceAll(':', '-')}-${row.kind}-${row.id}`,
  }
}

/** Why a letter was not taken, for whoever mends it; neither addresses nor secrets stand in it. */
function reason(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return scrubText(`${code} ${message}`.trim()).slice(0, 300)
}

/** Resolves when the work does, or rejects when the pass is ended. */
async function unlessEnded(work: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work()
  signal.throwIfAborted()
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason as Error)
  signal.addEventListener('abort', end, { once: true })
  try {
    await Promise.race([work(), ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/**
 * Sends every letter that is due, one after the other. A letter that was delivered is forgotten: its links are secret. One that failed
 * is tried again after growing pauses, and given up after five days (it then stays in the table). No transaction is open while the network is
 * waited for, and of two processes that deliver at once each sends other letters.
 */
export async function deliverDueMail({
  db,
  transport,
  site,
  now = Date.now,
  random = Math.random,
  signal,
}: Delivery): Promise<Delivered> {
  const delivered: Delivered = { sent: 0, failures: [] }
  while (!signal?.aborted) {
    const row = await claim(db, now())
    if (!row) break
    try {
      await unlessEnded(() => transport.send(outgoing(row, site)), signal)
    } catch (error) {
      if (signal?.aborted) break
      delivered.failures.push(await keepForLater(db, row, error, { now: now(), random }))
      // Its own letters are not made to wait for a server that is down, each for its full patience.
      if (isServerDown(error)) break
      continue
    }
    await inTransaction(db, (trx) => trx.deleteFrom('mail').where(isStill(row)).execute())
    delivered.sent += 1
  }
  return delivered
}

async function keepForLater(
  db: ArchiveDatabase,
  row: Row,
  error: unknown,
  { now, random }: { now: number; random: () => number },
): Promise<string> {
  const attempts = row.attempts + 1
  const next = now + pauseAfter(failureOf(error), attempts, random)
  const gaveUp = next > Date.parse(row.created_at) + GIVE_UP_AFTER
  const last_error = reason(error)
  const kept = { attempts, last_error, next_attempt_at: gaveUp ? NEVER : iso(next) }
  await inTransaction(db, (trx) => trx.updateTable('mail').set(kept).where(isStill(row)).execute())
  return last_error
}
