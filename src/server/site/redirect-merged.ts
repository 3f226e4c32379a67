import type { FastifyInstance } from 'fastify'
import { CACHE } from '#rules/addresses/site-routing.ts'
import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { MERGED_KINDS } from '#contract/merged.ts'
import type { Repositories } from '../repositories/repositories.ts'

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
