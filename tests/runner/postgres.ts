import { hasPostgres } from '../postgres/server.ts'
import { aptInstall } from './apt.ts'

/** PostgreSQL, installed when there is none. A machine without it passes over its tests, but not CI. */
export function ensurePostgres(): boolean {
  if (hasPostgres() || (aptInstall('PostgreSQL', 'postgresql') && hasPostgres())) return true
  const advice =
    'No PostgreSQL: run "apt-get install -y postgresql", or set TEST_DATABASE_URL to a server of which every database may go.'
  if (process.env.CI === 'true') throw new Error(advice)
  console.log(`– API and journeys on PostgreSQL: skipped. ${advice}`)
  return false
}
