import { hash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Row, Tables } from '../database/tables.ts'
import { skipLocked, onQueue } from '../database/write.ts'
import { unlessAborted } from '../limits/concurrency.ts'
import { readSettings } from '../repositories/settings.ts'
import { redactSecrets } from '../errors/redact-secrets.ts'
import { type Sender, withSiteUrl } from './letters.ts'
import { GIVE_UP_AFTER, NEVER, failureOf, isServerDown, retryDelay } from './retry-delay.ts'
import type { Outgoing, Transport } from './transport.ts'
import { startJob, type Job } from '../jobs/background-job.ts'

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

/** Milliseconds between checks for due mail. */
const POLL_INTERVAL = 2_000
const STOP_TIMEOUT = 8_000

interface MailJobParts {
  db: ArchiveDatabase
  /** Opened for each pass and closed after it. */
  openTransport: () => Transport
  /** See `Delivery`. */
  site: string
  log?: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  pollEvery?: number
  /** Milliseconds to finish the current letter on shutdown; an aborted one is sent later, perhaps twice. */
  stopTimeout?: number
}

/** Sends due mail in the background: no request waits for it. */
export function startMailJob(parts: MailJobParts): Job {
  const { db, openTransport, site, log, pollEvery = POLL_INTERVAL, stopTimeout = STOP_TIMEOUT } = parts
  const ending = new AbortController()
  const due = db.prepareRead('select 1 from mail where next_attempt_at <= ? or next_attempt_at = created_at limit 1')

  async function pass(): Promise<void> {
    if ((await due.all([new Date().toISOString()])).length === 0) return
    const transport = openTransport()
    try {
      const { sent, failures } = await deliverDueMail({ db, transport, site, signal: ending.signal })
      if (sent > 0) log?.info({ sent }, 'Mail sent.')
      for (const failure of failures) log?.warn({ failure }, 'Mail could not be sent; it will be retried.')
    } finally {
      transport.close()
    }
  }

  const onError = (error: unknown) => log?.error({ err: error }, 'Mail delivery failed.')
  const job = startJob(pass, { every: pollEvery, onError })
  return {
    async stop() {
      const cut = setTimeout(() => ending.abort(new Error('The server is shutting down.')), stopTimeout)
      await job.stop()
      clearTimeout(cut)
    },
  }
}
