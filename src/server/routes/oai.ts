import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { ReadLimit } from '../http/call-limits.ts'
import type { Mount } from '../http/mount.ts'
import { JsonBytes } from '../json/json.ts'
import type { OaiRequest } from '../oai/answer.ts'
import type { ListReads } from '../reads/list-reads.ts'
import { PUBLIC } from '../repositories/view.ts'

interface Deps extends Pick<OaiRequest, 'site' | 'api'> {
  reads: ListReads
  limit: ReadLimit | undefined
}

/** Not that of the request: answers are cached, and anybody can name a host. */
export function addressesOf({ siteUrl, apiUrl, port }: Config): Pick<OaiRequest, 'site' | 'api'> {
  const site = siteUrl ?? `http://localhost:${port}`
  return { site, api: apiUrl ?? site }
}

/** OAI-PMH, limited like lists. Everybody gets what the public may read. */
export function mountOai(mount: Mount, { reads, limit, site, api }: Deps): void {
  async function answer(given: OaiRequest['arguments'], { ip }: FastifyRequest): Promise<JsonBytes> {
    await limit?.check(ip)
    const onCost = (milliseconds: number) => void limit?.charge(ip, milliseconds).catch(() => {})
    const request = { site, api, arguments: given }
    return new JsonBytes(await reads.read({ name: 'oai', query: request, view: PUBLIC }, onCost))
  }
  mount('oai', ({ query, request }) => answer(query, request))
  mount('oaiForm', ({ body, request }) => answer(body, request))
}
