import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { requestRebuild } from '#server/jobs/builds.ts'
import { createRebuilds, type BuildOrder, type RebuildOptions } from '#server/publishing/rebuilds.ts'
import { openFreshDatabase } from '../fresh-database.ts'

/** A database of its own and a fake clock in local time for each test, and sites whose builds end on demand. */
export function useRebuilds() {
  let folder: string
  const at = {} as { db: ArchiveDatabase; clock: Date }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lotline-rebuilds-'))
    at.db = await openFreshDatabase(join(folder, 'archive.db'))
    at.clock = new Date(2026, 10, 21, 14, 0, 0)
  })
  afterEach(async () => {
    await at.db.destroy()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return {
    at,
    pass: (seconds: number) => (at.clock = new Date(at.clock.getTime() + seconds * 1000)),
    ask: (reason: string, atOnce = false) =>
      inTransaction(at.db, (trx) => requestRebuild(trx, reason, { atOnce, now: at.clock })),
    rows: () => at.db.selectFrom('build').selectAll().orderBy('id').execute(),
    site(parts: Partial<RebuildOptions> = {}) {
      const ends: { done(message: string): void; fail(reason: string): void; order: BuildOrder }[] = []
      const logged: unknown[] = []
      const rebuilds = createRebuilds({
        db: at.db,
        delay: 10,
        now: () => at.clock,
        log: (...said) => logged.push(said),
        build: (signal, order) =>
          new Promise((resolve, reject) => {
            ends.push({
              done: (message) => resolve({ message, changes: null, addresses: ['/itemview/1/', '/feed.xml'] }),
              fail: (reason) => reject(new Error(reason)),
              order,
            })
            signal.addEventListener('abort', () => reject(new Error('killed')))
          }),
        ...parts,
      })
      return { ...rebuilds, ends, logged }
    },
  }
}
