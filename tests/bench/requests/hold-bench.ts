import { endpoints } from '#contract/endpoints.ts'
import { refreshPending } from '#server/records/refresh-search.ts'
import { openTestArchive, type TestArchive } from '../../server/fixtures.ts'
import { largestBodies } from '../../server/limits/largest-bodies.ts'
import { SAMPLE_CALLS } from '../../server/walk/sample-calls.ts'
import { VERSION, withVersion } from '../../server/walk/current-version.ts'
import type { Figure } from '../figures.ts'

/** Milliseconds for which nothing may hold the server's thread. */
const MOST = 50
/** Items of the person who is renamed, as in a real collection. */
const ITEMS = 6688
/** The worst of so many repetitions by chance is not the call's doing: a body counts with its quickest of them. */
const REPEATED = 3

/** Milliseconds that a thread worked: whatever else this machine does. */
async function worked(task: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await task()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** How long the thread that answers everybody is held by the largest allowed bodies, and by a change that thousands of items follow. */
export async function benchHold(say: (line: string) => void): Promise<Figure[]> {
  return [await benchBodies(say), ...(await benchRename(say))]
}

async function benchBodies(say: (line: string) => void): Promise<Figure> {
  const town = await openTestArchive(undefined, { writeLimits: { account: 1e6, address: 1e6, seconds: 60 } })
  try {
    let worst = { ms: 0, what: '' }
    let sent = 0
    for (const { name, kind, field, what, payload } of largestBodies()) {
      const { url, headers } = SAMPLE_CALLS[name]({ id: 1 })
      const path = kind === undefined ? url : url.replace(/records\/\w+/, `records/${kind}`)
      const post = () =>
        town.send(path, {
          method: endpoints[name].method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: payload,
          as: 'administrator',
        })
      let ms = await worked(post)
      for (let again = 1; again < REPEATED && ms > worst.ms; again += 1) ms = Math.min(ms, await worked(post))
      sent += 1
      if (ms > worst.ms) worst = { ms, what: `${name} ${kind ?? ''} ${field}: ${what}` }
    }
    say(`${sent} largest bodies; the worst: ${worst.ms.toFixed(1)} ms, ${worst.what}`)
    return {
      name: 'The largest allowed body with the worst content, on the main thread',
      value: worst.ms,
      unit: 'ms',
      bound: { most: MOST },
      from: `${worst.what.slice(0, 60)} (of ${sent})`,
    }
  } finally {
    await town.close()
  }
}

async function benchRename(say: (line: string) => void): Promise<Figure[]> {
  const town = await openTestArchive({
    person: [1, 2].map((id) => ({ id, first_name: 'Ada', surname: 'Calder' })),
    items: Array.from({ length: ITEMS }, (_, at) => ({
      id: at + 1,
      title: `Picture ${at + 1} of the mill`,
      general_description: 'The mill, its dam and the road to the harbour, seen from the north side of the river.',
      people: [1],
    })),
  })
  try {
    // Somebody without items first: what is compiled then is no part of it.
    await rename(town, 2)
    const renaming = await rename(town, 1)
    const steps: number[] = []
    const began = performance.now()
    while (await town.db.selectFrom('item_search_pending').select('item_id').limit(1).executeTakeFirst())
      steps.push(await worked(() => refreshPending(town.db)))
    const seconds = (performance.now() - began) / 1000
    const longest = Math.max(renaming, steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.99)] ?? 0)
    say(
      `Renamed a person of ${ITEMS} items: ${renaming.toFixed(1)} ms, then ${steps.length} steps, ${seconds.toFixed(1)} s`,
    )
    const from = `${renaming.toFixed(1)} ms, then ${steps.length} steps`
    return [
      {
        name: `Renaming a person of ${ITEMS.toLocaleString('en')} items, longest step on the main thread`,
        value: longest,
        unit: 'ms',
        bound: { most: MOST },
        from,
      },
      { name: 'All of them are found by the new name after', value: seconds, unit: 's', bound: { most: 30 }, from },
    ]
  } finally {
    await town.close()
  }
}

async function rename(town: TestArchive, id: number): Promise<number> {
  const url = `/api/records/people/${id}/`
  const headers = await withVersion(town, url, { 'if-match': VERSION })
  return await worked(async () => {
    const { status } = await town.send(url, {
      method: 'PATCH',
      body: { surname: 'Quillfeather' },
      headers,
      as: 'staff',
    })
    if (status !== 200) throw new Error(`The person could not be renamed: ${status}.`)
  })
}
