import { join } from 'node:path'
import { COPY, HOOKS, NO_COPY, ROLLBACK, type BackupFailure, type SiteState } from '#contract/archive-state.ts'
import type { Config } from '../config.ts'
import type { Databases } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError } from '../errors/domain-error.ts'
import { diskSpace } from '../health/storage-state.ts'
import { isConfigured } from '../hooks/deliver.ts'
import { NO_STORE } from '../http/headers.ts'
import { noContentIf, type Mount } from '../http/mount.ts'
import { requestRollback, requestRebuild, latestBuilds, readProgress } from '../jobs/builds.ts'
import { readBuilds, readHooks, readMailState, readPictureState } from '../health/read-state.ts'
import { createCopyParts } from '../publishing/copy-parts.ts'
import { retryHook } from '../hooks/queue-hook.ts'
import { retryLetter } from '../mail/queue-mail.ts'
import { readUpkeep } from '../jobs/upkeep.ts'
import { nextNightly } from '../jobs/background-job.ts'

/** What a server that builds and serves the site knows of it. */
export interface SiteBuilds {
  /** The states of the site, newest first, and the name of the one that is served. */
  states(): { current: string | undefined; all: SiteState[] }
  /** Somebody reviews: a publishing will follow. */
  prepareBuild?(): void
}

export const servedState = ({ current, all }: ReturnType<SiteBuilds['states']>): SiteState | undefined =>
  all.find(({ name }) => name === current)

interface Deps extends Databases {
  config: Config
  /** Signs addresses. */
  secret: string
  folders: readonly string[]
  site: SiteBuilds | undefined
  /** Why the last nightly backup failed. */
  backupFailure: (() => BackupFailure | undefined) | undefined
}

export function mountArchiveState(
  mount: Mount,
  { db, reader, config, secret, folders, site, backupFailure }: Deps,
): void {
  const copies = createCopyParts(join(config.dataDir, 'copies', 'archive'), secret)
  mount('archiveState', async ({ caller }) => {
    const isAdministrator = caller.role === 'administrator'
    const states = site?.states()
    return {
      site: (states && servedState(states)) ?? null,
      builds: await readBuilds(reader),
      progress: site ? await readProgress(reader) : null,
      nightly_at: site && config.nightlyBuild ? nextNightly(new Date(), config.nightlyBuild).toISOString() : null,
      disk: await diskSpace(folders, config.diskFullPercent),
      mail: {
        ...(await readMailState(reader, isAdministrator)),
        ...(config.smtpUrl === undefined && { outbox: join(config.dataDir, 'outbox') }),
      },
      pictures: await readPictureState(reader),
      fixity: (await readUpkeep(reader, 'fixity')) ?? null,
      backup: (await readUpkeep(reader, 'backup')) ?? null,
      backup_at: config.backups ? nextNightly(new Date(), config.backups.at).toISOString() : null,
      backup_failure: backupFailure?.() ?? null,
      hooks: { configured: HOOKS.filter((name) => isConfigured(config, name)), waiting: await readHooks(reader) },
      rollback: isAdministrator && states ? states.all.filter(({ name }) => name !== states.current) : null,
    }
  })
  mount('rollBack', ({ body: { state } }) => {
    if (!site) throw new DomainError('conflict', ROLLBACK.noSite)
    const { all, current } = site.states()
    if (state === current || !all.some(({ name }) => name === state))
      throw new DomainError('conflict', ROLLBACK.noState(state))
    return inTransaction(db, (trx) => requestRollback(trx, state))
  })
  mount('makeCopy', () => {
    if (!site) throw new DomainError('conflict', NO_COPY)
    return inTransaction(db, (trx) => requestRollback(trx, COPY))
  })
  mount('copyParts', () => copies.list())
  mount('copyPart', async ({ id, query: { key }, reply }) => {
    const part = await copies.open(id, key)
    if (!part) return undefined
    reply.header('content-type', 'application/zip').header('cache-control', NO_STORE)
    return reply.header('content-disposition', `attachment; filename="${part.name}"`).send(part.stream)
  })
  mount('retryMail', ({ id }) => noContentIf(inTransaction(db, (trx) => retryLetter(trx, id))))
  mount('retryHook', ({ params: { hook } }) => noContentIf(inTransaction(db, (trx) => retryHook(trx, hook))))
  mount('builds', () => latestBuilds(reader))
  // A server that builds starts it (publishing/rebuilds.ts).
  mount('requestBuild', ({ body }) =>
    inTransaction(db, (trx) => requestRebuild(trx, body?.reason || 'Requested by staff', { atOnce: true })),
  )
}
