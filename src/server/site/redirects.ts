import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MERGED_KINDS } from '#contract/merged.ts'
import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { CACHE } from '#rules/addresses/site-routing.ts'
import type { Repositories } from '../repositories/repositories.ts'
import type { Withdrawn } from './withdrawn.ts'

/** Redirects the page of a merged record to the one that stays, also before the site is built again. Not permanently: a merge can be undone. */
export function redirectMerged(app: FastifyInstance, merged: Repositories['merged']): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const [path = '/', query] = raw.url!.split(/\?(.*)/s)
    const id = recordIdFromPath(path)
    if (id === undefined || (raw.method !== 'GET' && raw.method !== 'HEAD')) return
    const page = path.endsWith('/') ? path : `${path}/`
    const kind = MERGED_KINDS.find((each) => recordAddress(each, id) === page)
    if (kind === undefined || !(await merged.survivors()).has(`${kind} ${id}`)) return
    const record = (await merged.list()).find((each) => each.kind === kind && each.id === id)
    if (!record) return
    const address = recordAddress(kind, record.into)!
    await reply.header('cache-control', CACHE.revalidate).redirect(query ? `${address}?${query}` : address, 302)
  })
}

/** Where no page was found: redirects an address of an earlier website to its record, or says 410 if that was withdrawn. True if it has answered. */
export async function redirectOld(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  oldAddresses: Repositories['oldAddresses'],
  withdrawn: Withdrawn | undefined,
): Promise<boolean> {
  // A database that is away is reported by others.
  const old = await oldAddresses.find(raw.url!).catch(() => undefined)
  if (!old) return false
  const address = recordAddress(old.kind, old.id)!
  // Not for ever, as browsers would keep it: a merge, an import and an edit can be undone.
  if (old.isPublic) reply.header('cache-control', CACHE.revalidate).redirect(address, 301)
  else if (await withdrawn?.hasPath(`${address}index.html`)) reply.code(410)
  return old.isPublic
}
