import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { TestAccount, TestArchive } from '../../server/fixtures.ts'

/** A client of the open archive, as one of its accounts. Calls are recorded in `asked`; of those in `lost` the answer does not arrive, once each. */
export function archiveClient(open: () => TestArchive, as: TestAccount) {
  const asked: string[] = []
  const lost: string[] = []
  const client = createClientOf(endpoints, {
    base: '',
    async fetch(input, init = {}) {
      const url = input as string
      const call = `${init.method} ${url}`
      asked.push(call)
      const { status, body } = await open().send(url, {
        method: init.method as 'GET',
        ...(init.body != null && { body: JSON.parse(init.body as string) as unknown }),
        headers: init.headers as Record<string, string>,
        as,
      })
      const at = lost.indexOf(call)
      if (at !== -1) {
        lost.splice(at, 1)
        throw new TypeError('fetch failed')
      }
      return new Response(status === 204 ? null : new Uint8Array(body), { status })
    },
  })
  return { client, asked, lost }
}

/** A client whose calls have no answer. */
export const awayClient = () =>
  createClientOf(endpoints, { base: '', fetch: () => Promise.reject(new TypeError('fetch failed')) })
