import type { ArchiveDatabase } from '../database/open.ts'

/** Seconds by which clocks may differ before somebody is told: tokens last ten minutes. */
const MOST = 60

/** How many seconds the clock of the database is ahead of this machine's, if that is too much; undefined otherwise, and on SQLite, which has the same. */
export function createClockCheck(reader: ArchiveDatabase): () => Promise<number | undefined> {
  if (!reader.isPostgres) return async () => undefined
  const statement = reader.prepareRead('select extract(epoch from clock_timestamp())')
  return async () => {
    const before = Date.now()
    const [row] = await statement.all([])
    const ahead = Number(row![0]) - (before + Date.now()) / 2000
    return Math.abs(ahead) > MOST ? Math.round(ahead) : undefined
  }
}
