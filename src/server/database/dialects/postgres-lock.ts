import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { EngineLock, LockName, LockOptions } from '../archive-database.ts'

/** Keys of advisory locks; any other program on the same database has to use others. */
export const LOCKS: Record<LockName | 'write', number> = {
  write: 7_316_001,
  server: 7_316_002,
  import: 7_316_003,
  leader: 7_316_004,
  upgrade: 7_316_005,
}

/** Milliseconds between attempts, between looks at the connection of a lock that is held, and for the database to answer. */
const TRY_EVERY = 1000
const LOOK_EVERY = 2000
const ANSWER_WITHIN = 5000
/** The database releases the lock of a machine that vanished without a word after about ten seconds. */
const KEEPALIVES = '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/**
 * An advisory lock on a connection of its own: the database releases it however the process ends. `lost` tells when the connection is gone, or does not
 * answer. Undefined if another program holds the lock.
 */
export async function takeAdvisoryLock(
  address: string,
  name: LockName,
  { shared = false, until }: LockOptions = {},
): Promise<EngineLock | undefined> {
  const client = new pg.Client({
    ...{ connectionString: address, application_name: `lotline ${name}`, options: KEEPALIVES, keepAlive: true },
    ...{ connectionTimeoutMillis: ANSWER_WITHIN, query_timeout: ANSWER_WITHIN },
  })
  const lost = new AbortController()
  const lose = () => lost.abort()
  client.on('error', lose).on('end', lose)
  const end = async () => {
    client.off('end', lose)
    // At once: the end of a session takes a moment.
    if (!lost.signal.aborted) await client.query('select pg_advisory_unlock_all()').catch(() => {})
    const ended = client.end().catch(() => {})
    // A database that has vanished does not say goodbye.
    if (!lost.signal.aborted) await ended
  }
  const attempt = async () => {
    const text = `select pg_try_advisory_lock${shared ? '_shared' : ''}(${LOCKS[name]}) as held`
    return (await client.query<{ held: boolean }>(text)).rows[0]!.held
  }
  await client.connect().catch((error: unknown) => {
    void client.end().catch(() => {})
    throw error
  })
  try {
    // Asking again and again, since a statement that waits would keep the database from cleaning up after others.
    while (!(await attempt())) {
      if (until) await pause(TRY_EVERY, undefined, { signal: until, ref: false }).catch(() => {})
      if (until?.aborted === false) continue
      await end()
      return undefined
    }
  } catch (error) {
    await end()
    throw error
  }
  const looking = setInterval(() => void client.query('select 1').catch(lose), LOOK_EVERY).unref()
  const stopLooking = () => clearInterval(looking)
  if (lost.signal.aborted) stopLooking()
  else lost.signal.addEventListener('abort', stopLooking, { once: true })
  const release = async () => {
    stopLooking()
    await end()
  }
  return { release, lost: lost.signal }
}
