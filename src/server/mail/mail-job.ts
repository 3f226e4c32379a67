import type { FastifyBaseLogger } from 'fastify'
import type { ArchiveDatabase } from '../database/open.ts'
import { deliverDueMail } from './deliver-mail.ts'
import type { Transport } from './transport.ts'

/** Milliseconds between two looks for mail that is due. */
const LOOK = 2_000
const FAREWELL = 8_000

export interface MailJobParts {
  db: ArchiveDatabase
  /** Opened for each pass, and closed after it. */
  openTransport: () => Transport
  /** As of `Delivery`. */
  site: string
  log?: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Milliseconds that a letter in hand gets to be sent when the server ends; one that is cut off is sent later, perhaps a second time. */
  farewell?: number
}
export interface MailJob {
  /** Looks for due mail at once. */
  wake(): void
  /** Ends when the pass in hand has. */
  stop(): Promise<void>
}

/** Sends mail as it falls due, beside the server: no request ever waits for it. */
export function startMailJob({ db, openTransport, site, log, farewell = FAREWELL }: MailJobParts): MailJob {
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
      if (sent > 0) log?.info({ sent }, 'Mail was sent.')
      for (const failure of failures) log?.warn({ failure }, 'A mail was not taken; it will be tried again.')
    } finally {
      transport.close()
    }
  }

  function look(): void {
    clearTimeout(timer)
    if (stopped) return
    if (passing) {
      again = true
      return
    }
    passing = pass()
      .catch((error: unknown) => log?.error({ err: error }, 'Mail could not be looked after.'))
      .finally(() => {
        passing = undefined
        if (again) {
          again = false
          look()
        } else if (!stopped) timer = setTimeout(look, LOOK)
      })
  }
  look()

  return {
    wake: look,
    async stop() {
      stopped = true
      clearTimeout(timer)
      const cut = setTimeout(() => ending.abort(new Error('The server ends.')), farewell)
      await passing
      clearTimeout(cut)
    },
  }
}
