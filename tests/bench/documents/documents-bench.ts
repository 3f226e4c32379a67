import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { SCAN } from '#contract/limits.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { processMemory } from '#server/scans/picture-memory.ts'
import { pdf, scannedPage } from '../../server/scans/pdf.ts'
import { addAccounts } from '../accounts.ts'
import type { Result, Task } from '../api/load.ts'
import { createQueries } from '../api/query-shapes.ts'
import { startServing } from '../api/serving.ts'
import { watchMemory } from '../build/memory.ts'
import { perSecond, type Figure } from '../figures.ts'
import { readDemoPages } from './reading.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

const SIZE = { items: 5000, people: 500, organizations: 100, zones: 300 }
const PAGES = 40
const ITEM = 1
const READS = 500
const CONNECTIONS = 4
/** Grain with which a page of 1700 by 2200 pixels takes half a megabyte, as that of a scanner. */
const GRAIN = 10

/** The same pages under another name are other pages. */
async function minutes(name: string): Promise<Buffer> {
  const jpegs: Buffer[] = []
  for (let at = 0; at < PAGES; at += 1) jpegs.push(await scannedPage(GRAIN))
  return pdf(
    jpegs.map((_, at) => `${name}, page ${at + 1}`),
    { jpegs },
  )
}

/** A published item would be built, too. */
async function makeDraft(data: string): Promise<void> {
  const config = readConfig({ DATA_DIR: data })
  await using db = await openDatabase(config.databaseUrl ?? config.databaseFile)
  await db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', ITEM).execute()
}

/** A PDF of 40 scanned pages, from its upload to pages that can be read; and what others notice who read while a second one is drawn. */
export async function benchDocuments(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items, and a PDF of ${PAGES} pages …`)
  const data = await makeLargeArchive(SIZE)
  const [file, other] = [await minutes('Minutes'), await minutes('More')]
  const sign = await addAccounts(readConfig({ DATA_DIR: data }), ['staff'])
  const authorization = `JWT ${await sign(1)}`
  await makeDraft(data)
  const serving = await startServing(data)
  const load = fork(path.join(import.meta.dirname, '../api/load.ts'))
  let shown = 0
  const read = (name: string) =>
    new Promise<Result>((resolve) => {
      const paths = createQueries(`${name} ${(shown += 1)}`, READS).map((query) => `/api/items/?${query}`)
      load.once('message', (value) => resolve(value as Result))
      load.send({ base: serving.base, paths, connections: CONNECTIONS } satisfies Task)
    })
  const rate = (results: Result[]) =>
    (1000 * results.reduce((sum, { latencies }) => sum + latencies.length, 0)) /
    results.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const json = async (address: string) => (await fetch(serving.base + address, { headers: { authorization } })).json()

  async function upload(bytes: Buffer) {
    const body = new FormData()
    body.append('item', String(ITEM))
    body.append('image', new Blob([bytes as never]), 'minutes.pdf')
    const answer = await fetch(`${serving.base}/api/scans/create/`, {
      method: 'POST',
      body,
      headers: { authorization },
    })
    if (!answer.ok) throw new Error(`The upload failed: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: number; document: number; pages: number }
  }
  /** Until the last page is drawn, and has its sizes and tiles. */
  async function untilReadable(document: number) {
    for (;;) {
      const { item_files: files } = (await json(`/api/item/${ITEM}/`)) as {
        item_files: { id: number; waiting: number; failed: number }[]
      }
      const { pictures } = (await json('/api/state/')) as { pictures: { waiting: number; failed: number } }
      const { waiting, failed } = files.find(({ id }) => id === document)!
      if (failed + pictures.failed > 0) throw new Error('A page could not be drawn.')
      if (waiting + pictures.waiting === 0) return
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  try {
    // The pictures of the archive itself come first.
    await read('warm')
    say('Reads alone …')
    const alone = [await read('alone'), await read('alone')]
    say(`Uploading ${(file.length / 1e6).toFixed(0)} MB …`)
    const memory = watchMemory(serving.pid, () => 'pages')
    const began = performance.now()
    const { document } = await upload(file)
    const first = performance.now() - began
    await untilReadable(document)
    const done = performance.now() - began
    await upload(other)
    const during = [await read('beside'), await read('beside'), await read('beside')]
    memory.stop()
    const peak = memory.peak()
    const most = processMemory({ maximumBytes: SCAN.maximumBytes, maximumMemory: SCAN.maximumMemory })
    return [
      {
        name: `A PDF of ${PAGES} pages, ${(file.length / 1e6).toFixed(0)} MB, from upload to readable pages`,
        value: done / 1000,
        unit: 's',
        bound: { most: 60 },
        from: `its first page after ${(first / 1000).toFixed(1)} s`,
      },
      {
        name: 'Reads beside pages, rate against reads alone',
        value: (100 * rate(during)) / rate(alone),
        unit: '%',
        bound: { least: 50 },
        from: `${perSecond(rate(during))} of ${perSecond(rate(alone))}`,
      },
      ...(peak
        ? [
            {
              name: 'Memory of the server and its helpers',
              value: peak.bytes / 2 ** 20,
              unit: 'MiB' as const,
              bound: { most: Math.min(1000, most / 2 ** 20) },
              from: `the process of pictures may take ${Math.round(most / 2 ** 20)} MiB`,
            },
          ]
        : []),
      ...(await readDemoPages(say)),
    ]
  } finally {
    load.kill()
    await serving.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}
