import * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import { isPostgresAddress, openReader } from '#server/database/open.ts'
import { ArchiveDatabase } from '#server/database/archive-database.ts'
import { PostgresEngine } from '#server/database/dialects/postgres.ts'
import { createArchiveState } from '#server/repositories/archive-state.ts'
import { createItems } from '#server/repositories/items.ts'
import type { Result } from './load.ts'

/**
 * The same SQL without a server: the repository that the server calls, called in this process, with the queries parsed beforehand. It keeps
 * its own statements and counts just as the server's does, so that HTTP, parsing, ETags and caches are all that differs.
 */
export function openDirect(address: string) {
  const reader = isPostgresAddress(address)
    ? new ArchiveDatabase(new PostgresEngine(address, { readOnly: true }))
    : openReader(address)
  const items = createItems(reader, createArchiveState(reader))
  const year = new Date().getFullYear()
  return {
    async run(queries: readonly string[]): Promise<Result> {
      const parsed = queries.map((query) =>
        v.parse(endpoints.items.query, Object.fromEntries(new URLSearchParams(query))),
      )
      const latencies: number[] = []
      const began = performance.now()
      for (const query of parsed) {
        const start = performance.now()
        await items.list(query, year)
        latencies.push(performance.now() - start)
      }
      return { milliseconds: performance.now() - began, latencies }
    },
    close: () => reader.destroy(),
  }
}
