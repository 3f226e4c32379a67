import { rmSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { addAccounts } from '../accounts.ts'
import { startServing } from '../api/serving.ts'
import { watchMemory } from '../build/memory.ts'
import type { Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

/** `OAI_ITEMS=5000` for a smaller archive. */
const ITEMS = Number(process.env.OAI_ITEMS ?? 22_000)
/** Number of an account that no archive has. */
const STAFF = 9001
const MIB = 1024 * 1024
/** Answers of the first harvest before which items are changed and withdrawn. */
const AT = 30

/** A catalogue harvests all items twice, through a server of its own, while staff publish: what is lost, what comes twice, seconds and memory. */
export async function benchOai(say: (line: string) => void): Promise<Figure[]> {
  say(`An archive of ${ITEMS.toLocaleString('en')} items …`)
  const data = await makeLargeArchive({ items: ITEMS, people: ITEMS / 5, organizations: ITEMS / 20, zones: 3500 })
  const sign = await addAccounts(readConfig({ DATA_DIR: data }), ['staff'], STAFF)
  // The site is not built meanwhile: the machine has its processors for the harvests.
  const server = await startServing(data, {
    LOG: '0',
    NIGHTLY_BUILD: 'off',
    REBUILD_DELAY: '600',
    NODE_ENV: 'production',
  })
  const memory = watchMemory(server.pid, () => '')
  const headers = { authorization: `JWT ${await sign(STAFF)}`, 'content-type': 'application/json' }
  /** One that was given is edited, one is withdrawn, and one that is still to come is edited. */
  async function publish(ids: readonly string[]): Promise<string[]> {
    const isPublished = async (id: number) => (await fetch(`${server.base}/api/item/${id}/`)).ok
    let next = Number(ids.at(-1)!.split('/')[1]) + 1000
    while (!(await isPublished(next))) next += 1
    const chosen = [ids[10]!, ids.at(-1)!, ids[0]!.replace(/\d+$/, String(next))]
    for (const [at, identifier] of chosen.entries()) {
      const url = `${server.base}/api/records/${identifier.split(':')[2]}/`
      const etag = (await fetch(url, { headers })).headers.get('etag')!
      const init = { headers: { ...headers, 'if-match': etag } }
      const answer =
        at === 1
          ? await fetch(`${url}unpublish/`, { ...init, method: 'POST', body: JSON.stringify({ note: '' }) })
          : await fetch(url, { ...init, method: 'PATCH', body: JSON.stringify({ title: 'Changed meanwhile' }) })
      if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
    }
    return chosen
  }
  try {
    const began = performance.now()
    const started = `${new Date().toISOString().slice(0, 19)}Z`
    const { count: published } = (await (await fetch(`${server.base}/api/items/?page_size=1`)).json()) as {
      count: number
    }
    let changed: string[] = []
    const first = await harvest(server.base, '', async (answers, ids) => {
      if (answers === AT) changed = await publish(ids)
    })
    say(`Again …`)
    const second = await harvest(server.base, '')
    const seconds = (performance.now() - began) / 1000
    const since = await harvest(server.base, `&from=${started}`)
    memory.stop()
    const lost =
      second.filter((id) => !new Set(first).has(id)).length + changed.filter((id) => !since.includes(id)).length
    const doubled = [first, second, since].reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0)
    const from = `${first.length.toLocaleString('en')} and ${second.length.toLocaleString('en')} records, ${since.length} changed`
    return [
      { name: 'Harvested', value: first.length, unit: 'records', bound: { least: published }, from },
      { name: 'Lost', value: lost, unit: 'records', bound: { most: 0 }, from },
      { name: 'Doubled', value: doubled, unit: 'records', bound: { most: 0 }, from },
      { name: 'All items, twice', value: seconds, unit: 's', bound: { most: 60 }, from },
      {
        name: 'Memory of the server',
        value: (memory.peak()?.bytes ?? 0) / MIB,
        unit: 'MiB',
        bound: { most: 400 },
        from,
      },
    ]
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The identifiers of all items, in the order of the answers. */
async function harvest(
  base: string,
  more: string,
  between: (answers: number, ids: readonly string[]) => Promise<unknown> | void = () => {},
): Promise<string[]> {
  const ids: string[] = []
  let query = `metadataPrefix=oai_dc&set=items${more}`
  for (let answers = 1; ; answers++) {
    const answer = await fetch(`${base}/oai?verb=ListRecords&${query}`)
    const xml = await answer.text()
    if (answer.status === 429 || answer.status === 503) throw new Error(`${answer.status}: ${xml}`)
    ids.push(...Array.from(xml.matchAll(/<header[^>]*><identifier>([^<]+)/g), ([, id]) => id!))
    const token = /<resumptionToken>([^<]+)/.exec(xml)?.[1]
    if (token === undefined) return ids
    query = `resumptionToken=${token}`
    await between(answers, ids)
  }
}
