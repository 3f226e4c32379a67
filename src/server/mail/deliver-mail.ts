import { hash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Row, Tables } from '../database/tables.ts'
import { skipLocked } from '../database/claim.ts'
import { onQueue } from '../database/write.ts'
import { unlessAborted } from '../limits/within.ts'
import { readSettings } from '../repositories/settings.ts'
import { redactSecrets } from '../errors/redact-secrets.ts'
import type { Sender } from './letters.ts'
import { withSiteUrl } from './compose.ts'
import { GIVE_UP_AFTER, NEVER, failureOf, isServerDown, retryDelay } from './retry-delay.ts'
import type { Outgoing, Transport } from './transport.ts'

/** Milliseconds that a letter is reserved for the process that sends it: longer than any delivery. If that process dies, another sends it. */
const CLAIM_TIME = 15 * 60_000

export interface Delivery {
  db: ArchiveDatabase
  transport: Transport
  /** Address of the site for links, without a trailing slash. */
  site: string
  /** Milliseconds since 1970. */
  now?: () => number
  random?: () => number
  /** Ends the pass: the current letter stays claimed, since it may have arrived. */
  signal?: AbortSignal
}
export interface Delivered {
  sent: number
  /** One per failed letter, without addresses. */
  failures: string[]
}

const iso = (moment: number) => new Date(moment).toISOString()

/** Matches the row while this claim holds: an expired claim may belong to another process. */
const isClaimed =
  ({ id, next_attempt_at }: Row<'mail'>) =>
  ({ and }: ExpressionBuilder<Tables, 'mail'>) =>
    and({ id, next_attempt_at })

/** Claims the next due letter; undefined if there is none. */
const claim = (db: ArchiveDatabase, now: number): Promise<Row<'mail'> | undefined> =>
  onQueue(db, (queue) => {
    const next = queue
      .selectFrom('mail')
      .select('id')
      // One that was never tried is due, also after the clock was set back.
      .where(({ eb, or, ref }) =>
        or([eb('next_attempt_at', '<=', iso(now)), eb('next_attempt_at', '=', ref('created_at'))]),
      )
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
    return queue
      .updateTable('mail')
      .set('next_attempt_at', iso(now + CLAIM_TIME))
      .where('id', '=', skipLocked(queue, next))
      .returningAll()
      .executeTakeFirst()
  })

function outgoing(row: Row<'mail'>, site: string, sender: Sender): Outgoing {
  const { subject, text, html } = withSiteUrl(row, site)
  // The same for every attempt, so that mail servers can detect duplicates.
  const id = hash('sha256', `${row.id} ${row.created_at} ${row.recipient}`, 'hex').slice(0, 32)
  const [, domain = 'localhost'] = sender.email.split('@')
  return {
    message: {
      messageId: `<${id}@${domain}>`,
      date: new Date(row.created_at),
      from: { name: sender.name, address: sender.email },
      to: { name: '', address: row.recipient },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    name: `${row.created_at.replaceAll(':', '-')}-${row.kind}-${row.id}`,
  }
}

/** Why a letter failed, without addresses and secrets. */
function reason(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return redactSecrets(`${code} ${message}`.trim()).slice(0, 300)
}

/**
 * Sends all due letters, one at a time. Delivered letters are deleted, since their links are secret. Failures are retried with backoff for five
 * days, then kept undelivered. No transaction is open during network calls; concurrent processes claim different letters.
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
      const letter = outgoing(row, site, await readSettings(db))
      signal?.throwIfAborted()
      await unlessAborted(transport.send(letter), signal)
    } catch (error) {
      if (signal?.aborted) break
      delivered.failures.push(await scheduleRetry(db, row, error, { now: now(), random }))
      // Do not wait for the timeout again with every letter while the server is down.
      if (isServerDown(error)) break
      continue
    }
    await onQueue(db, (queue) => queue.deleteFrom('mail').where(isClaimed(row)).execute())
    delivered.sent += 1
  }
  return delivered
}

async function scheduleRetry(
  db: ArchiveDatabase,
  row: Row<'mail'>,
  error: unknown,
  { now, random }: { now: number; random: () => number },
): Promise<string> {
  const attempts = row.attempts + 1
  const next = now + retryDelay(failureOf(error), attempts, random)
  const gaveUp = next > Date.parse(row.created_at) + GIVE_UP_AFTER
  const last_error = reason(error)
  const retry = { attempts, last_error, next_attempt_at: gaveUp ? NEVER : iso(next) }
  await onQueue(db, (queue) => queue.updateTable('mail').set(retry).where(isClaimed(row)).execute())
  return last_error
}
