import type { Row, Trx } from '../database/tables.ts'
import { NIGHTLY } from '../jobs/nightly.ts'
import { isConfigured, type HookSettings } from './deliver.ts'
import { MOST_URLS, purgeBody, queueHook } from './queue-hook.ts'

export interface BuildHooks extends HookSettings {
  /** URL of the site, without a trailing slash. */
  site: string
}

/** Other machines that build the site are told when a build begins here: they need not wait for it. A nightly build and a rollback publish nothing. */
export async function callWebhook(trx: Trx, hooks: BuildHooks, build: Row<'build'>, now: Date): Promise<void> {
  if (!isConfigured(hooks, 'webhook') || build.rollback !== null || build.reason.startsWith(NIGHTLY)) return
  const { counter } = await trx.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()
  await queueHook(trx, 'webhook', { reason: build.reason, counter }, now)
}

/** Caches of pictures are told the addresses of public copies that were withdrawn (scans/withdraw-copies.ts). */
export async function purgePictures(trx: Trx, hooks: BuildHooks, addresses: readonly string[]): Promise<void> {
  if (!isConfigured(hooks, 'purge')) return
  const body =
    addresses.length > MOST_URLS ? purgeBody(hooks.site, addresses) : { urls: [...addresses], everything: false }
  await queueHook(trx, 'purge', body, new Date())
}

export async function callPurge(trx: Trx, hooks: BuildHooks, addresses: readonly string[], now: Date): Promise<void> {
  if (!isConfigured(hooks, 'purge') || addresses.length === 0) return
  await queueHook(trx, 'purge', purgeBody(hooks.site, addresses), now)
}
