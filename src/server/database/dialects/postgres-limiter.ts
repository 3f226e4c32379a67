import { hash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { LimiterOptions } from '../../limits/rate-limit.ts'

/** Without the e-mail addresses and network addresses that are counted. */
class HashedKeys extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    return super.getKey(hash('sha256', String(key), 'base64url'))
  }
}

/** Counts in the table `rate_limit` (migration 0022), which is not written to the log of the database: a crash of the database forgets the counts. */
export const createPostgresLimiter = (pool: pg.Pool, { name, points, seconds }: LimiterOptions): RateLimiterAbstract =>
  new HashedKeys({
    ...{ storeClient: pool, storeType: 'pool', tableName: 'rate_limit', tableCreated: true },
    ...{ keyPrefix: name, points, duration: seconds },
    // One of them removes what has expired, for all.
    clearExpiredByTimeout: name === 'login-account',
  })
