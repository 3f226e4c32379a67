import pg from 'pg'
import { CONNECT_TIMEOUT, CONNECTIONS } from '../postgres/connections.ts'
import { isPassing } from '../postgres/reachable.ts'

/** Milliseconds that a call waits for a database that is being restarted, and between attempts. */
const PATIENCE = 5000
const PAUSE = { first: 50, longest: 500 }

/** Integers that JavaScript has not, beyond 2^53, stay text. */
const integer = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)

/** Whole numbers and truth values come as numbers, as from SQLite; JSON as text, which is passed on or parsed by whoever asked. */
const PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: integer,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
  [pg.types.builtins.JSON]: (text) => text,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: string) => PARSERS[id] ?? pg.types.getTypeParser(id, format as 'text'),
}

type Connected = Parameters<pg.Pool['connect']>[0]

/** Milliseconds for a replica to answer a query: the primary is asked instead. */
const REPLICA_PATIENCE = 8000

/** Waits for a database that is being restarted. What was under way when it stopped fails. */
class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
      this.connect((error, client) => (client ? resolve(client) : reject(error!)))
      return promise
    }
    const began = performance.now()
    const attempt = (wait: number) =>
      super.connect((error, client, release) => {
        if (error && isPassing(error) && !this.ending && performance.now() - began < PATIENCE)
          setTimeout(attempt, wait, Math.min(2 * wait, PAUSE.longest))
        else callback(error, client, release)
      })
    attempt(PAUSE.first)
    return undefined
  }
}

/** Reads take milliseconds: to compile them, or to start other processes for them, takes longer. Indexes are in memory, or on a disk without a needle. */
const PLANNER = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'

interface PoolOptions {
  readOnly?: boolean
  /** Fails at once instead of waiting: the primary is there. */
  replica?: boolean
}

export function createPool(url: string, { readOnly = false, replica = false }: PoolOptions = {}): pg.Pool {
  const Pool = replica ? pg.Pool : PatientPool
  const pool = new Pool({
    ...(replica && { query_timeout: REPLICA_PATIENCE }),
    ...{ connectionString: url, types, application_name: 'lotline' },
    max: readOnly ? CONNECTIONS.reading : CONNECTIONS.writing,
    options: `${PLANNER} ${readOnly ? '-c default_transaction_read_only=on' : ''}`,
    ...{
      connectionTimeoutMillis: replica ? REPLICA_PATIENCE : CONNECT_TIMEOUT,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    },
  })
  // A connection that breaks while nobody uses it is replaced; one in use fails the next statement of the call that uses it, and nothing else.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
