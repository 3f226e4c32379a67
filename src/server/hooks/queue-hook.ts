import type { Row, Trx } from '../database/tables.ts'
import { joinReasons } from '../jobs/builds.ts'
import { type HookName, type PurgeBody, type WebhookBody, isConfigured, type HookSettings } from './deliver.ts'
import { NIGHTLY } from '../jobs/background-job.ts'

/** With more than this many, a cache is asked to forget everything. */
export const MOST_URLS = 5000

/** The URLs that a build changed. @param site without a trailing slash. */
export function purgeBody(site: string, addresses: readonly string[]): PurgeBody {
  const everything = addresses.length > MOST_URLS
  return { urls: everything ? [`${site}/`] : addresses.map((address) => site + address), everything }
}

type Bodies = { webhook: WebhookBody; purge: PurgeBody }
const MERGE: { [Name in HookName]: (before: Bodies[Name], added: Bodies[Name]) => Bodies[Name] } = {
  webhook: (before, { reason, counter }) => ({ reason: joinReasons(before.reason, reason), counter }),
  purge(before, added) {
    const urls = [...new Set([...before.urls, ...added.urls])]
    const everything = before.everything || added.everything || urls.length > MOST_URLS
    return everything ? { urls: [(added.everything ? added : before).urls[0]!], everything } : { urls, everything }
  },
}

/** Queues a call. One that was not made yet takes the new one up, so that at most one of each kind waits, however long a receiver is down. */
export async function queueHook<Name extends HookName>(
  trx: Trx,
  name: Name,
  body: Bodies[Name],
  now: Date,
): Promise<void> {
  const waiting = await trx.selectFrom('hook').selectAll().where('name', '=', name).executeTakeFirst()
  const merged = waiting ? MERGE[name](JSON.parse(waiting.body) as Bodies[Name], body) : body
  const at = now.toISOString()
  const row = { body: JSON.stringify(merged), queued_at: at, next_attempt_at: at, attempts: 0, last_error: '' }
  await trx
    .insertInto('hook')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

export interface BuildHooks extends HookSettings {
  /** URL of the site, without a trailing slash. */
  site: string
}

/** Other machines that build the site are told when a build begins here: they need not wait for it. A nightly build, a rollback and a copy publish nothing. */
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

/** Makes a call due now. False if there is none: it was made meanwhile. */
export async function retryHook(trx: Trx, name: HookName, now = new Date()): Promise<boolean> {
  const set = { next_attempt_at: now.toISOString() }
  const { numUpdatedRows } = await trx.updateTable('hook').set(set).where('name', '=', name).executeTakeFirst()
  return numUpdatedRows > 0n
}
