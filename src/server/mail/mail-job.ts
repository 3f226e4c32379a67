import type { FastifyBaseLogger } from 'fastify'
import type { ArchiveDatabase } from '../database/open.ts'
import { deliverDueMail } from './deliver-mail.ts'
import type { Transport } from './transport.ts'

/** Milliseconds between checks for due mail. */
const POLL_INTERVAL = 2_000
const STOP_TIMEOUT = 8_000

export interface MailJobParts {
  db: ArchiveDatabase
  /** Opened for each pass and closed after it. */
  openTransport: () => Transport
  /** See `Delivery`. */
  site: string
  log?: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Milliseconds to finish the current letter on shutdown; an aborted one is sent later, perhaps twice. */
  stopTimeout?: number
}
export interface MailJob {
  /** Checks for due mail now. */
  wake(): void
  /** Resolves when the current pass has ended. */
  stop(): Promise<void>
}

/** Sends due mail in the background: no request waits for it. */
export function startMailJob({ db, openTransport, site, log, stopTimeout = STOP_TIMEOUT }: MailJobParts): MailJob {
  const ending = new AbortController()
  const due = db.sqlite.prepare('select 1 from mail where next_attempt_at <= ? limit 1')
  let passing: Promise<void> | undefined
  let again = false
  let stopped = false
  let timer: NodeJS.Timeout

  async function pass(): Promise<void> {
    if (!due.get(new Date().toISOString())) return
    const transport = openTransport()
    try {
      const { sent, failures } = await deliverDueMail({ db, transport, site, signal: ending.signal })
      if (sent > 0) log?.info({ sent }, 'Mail sent.')
      for (const failure of failures) log?.warn({ failure }, 'Mail could not be sent; it will be retried.')
    } finally {
      transport.close()
    }
  }

  function poll(): void {
    clearTimeout(timer)
    if (stopped) return
    if (passing) {
      again = true
      return
    }
    passing = pass()
      .catch((error: unknown) => log?.error({ err: error }, 'Mail delivery failed.'))
      .finally(() => {
        passing = undefined
        if (again) {
          again = false
          poll()
        } else if (!stopped) timer = setTimeout(poll, POLL_INTERVAL)
      })
  }
  poll()

  return {
    wake: poll,
    async stop() {
      stopped = true
      clearTimeout(timer)
      const cut = setTimeout(() => ending.abort(new Error('The server is shutting down.')), stopTimeout)
      await passing
      clearTimeout(cut)
    },
  }
}
