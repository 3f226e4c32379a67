import type { FastifyBaseLogger } from 'fastify'
import type { ArchiveDatabase } from '../database/open.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { deliverDueMail } from './deliver-mail.ts'
import type { Transport } from './transport.ts'

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
