import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { ReadLimit } from '../http/call-limits.ts'
import type { Mount } from '../http/mount.ts'
import { JsonBytes } from '../json/json.ts'
import type { OaiRequest } from '../oai/answer.ts'
import type { ListReads } from '../reads/list-reads.ts'
import { PUBLIC } from '../repositories/view.ts'

/** OAI-PMH, limited like lists. Everybody gets what the public may read. Not with the host of the request: answers are cached, and anybody can name one. */
export function mountOai(
  mount: Mount,
  { siteUrl, apiUrl, port }: Config,
  { reads, limit }: { reads: ListReads; limit: ReadLimit | undefined },
): void {
  const site = siteUrl ?? `http://localhost:${port}`
  async function answer(given: OaiRequest['arguments'], { ip }: FastifyRequest) {
    await limit?.check(ip)
    const onCost = (milliseconds: number) => void limit?.charge(ip, milliseconds).catch(() => {})
    const query = { site, api: apiUrl ?? site, arguments: given }
    return new JsonBytes(await reads.read({ name: 'oai', query, view: PUBLIC }, onCost))
  }
  mount('oai', (call) => answer(call.query, call.request))
  mount('oaiForm', (call) => answer(call.body, call.request))
}
