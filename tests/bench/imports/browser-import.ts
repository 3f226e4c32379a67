import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { ImportDetails } from '#contract/imports.ts'
import { openTestArchive } from '../../server/fixtures.ts'
import { form } from '../../server/walk/form.ts'

/**
 * An import in the browser of 22,000 rows of 20 cells with 1,200 people and 400 subjects by name, and of 500 scans of 2,000 × 1,400 pixels: seconds of check and import, the most memory of their process, and
 * how long a visitor waits for the first page of the collection meanwhile. `node tests/bench/imports/browser-import.ts [rows]`
 */
const ROWS = Number(process.argv[2] ?? 22_000)
const PICTURES = 500
const MIB = 1024 * 1024
const own = ['Object ID', 'Title', 'Description', 'Date', 'People', 'Subjects', 'Creator', 'Place']
const headings = [...own, ...Array.from({ length: 12 }, (_, at) => `Remark ${at + 1}`)]
const row = (at: number) => [
  ...[`2011.${at}`, `Title ${at}`, `What number ${at} shows.`, `${1850 + (at % 100)}-03-1${at % 10}`],
  ...[`"Hale${at % 1200}, Ada"`, `Subject ${at % 400}`, `"Hale${(at * 7) % 1200}, Ada"`, `Street ${at % 50}`],
  ...Array.from({ length: 12 }, (_, column) => `Remark ${column} of ${at}`),
]
const table = Buffer.from([headings, ...Array.from({ length: ROWS }, (_, at) => row(at))].join('\n'))

/** Kilobytes of the children of this process, if there are some. */
function childMemory(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const most = pids.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (!status.includes(`PPid:\t${process.pid}\n`)) return 0
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return Math.max(0, ...most)
}

const town = await openTestArchive()
const call = async (url: string, method: 'GET' | 'POST' | 'PATCH' = 'GET', body?: unknown, headers = {}) =>
  (await town.send(`/api/imports/${url}`, { method, as: 'staff', headers, ...(body !== undefined && { body }) }))
    .json as ImportDetails
const { id, version } = await call('', 'POST', { source: 'A museum' })
const PART = 4 * MIB
async function send(path: string, content: Buffer): Promise<void> {
  for (let at = 0; at < content.length; at += PART) {
    const said = { path, bytes: String(content.length), modified: '1', at: String(at) }
    const part = { name: 'image', file: 'part', type: 'text/csv', content: content.subarray(at, at + PART) }
    const { payload, headers } = form(said, part)
    await town.send(`/api/imports/${id}/files/`, { method: 'POST', body: payload, headers, as: 'staff' })
  }
}
await send('museum.csv', table)
for (let at = 0; at < PICTURES; at += 1) {
  const label = Buffer.from(`<svg width="2000" height="1400"><text x="90" y="700" font-size="400">${at}</text></svg>`)
  const noise = { type: 'gaussian', mean: 140, sigma: 25 } as const
  const scan = sharp({ create: { width: 2000, height: 1400, channels: 3, background: '#876', noise } })
  await send(
    `scans/2011.${at}.jpg`,
    await scan
      .composite([{ input: label }])
      .jpeg({ quality: 85 })
      .toBuffer(),
  )
}
await call(`${id}/`, 'PATCH', { skip_bad: true, status: 'published' }, { 'if-match': `"${version}"` })
for (const step of ['check', 'run']) {
  const start = performance.now()
  let memory = 0
  const waits: number[] = []
  let now = await call(`${id}/${step}/`, 'POST')
  while (now.state === 'checking' || now.state === 'running') {
    await pause(100)
    const asked = performance.now()
    await town.get(`/api/items/?page_size=100&search=mill&nothing=${asked}`)
    waits.push(performance.now() - asked)
    memory = Math.max(memory, childMemory())
    now = await call(`${id}/`)
  }
  const sorted = waits.toSorted((a, b) => a - b)
  const { problem_count, questions, lists } = now.findings!
  console.log(
    `${step}: ${now.state} ${now.error ?? ''}, ${Math.round((performance.now() - start) / 1000)} s, ${Math.round(memory / 1024)} MiB, reads ${sorted.at(-1)!.toFixed(0)} ms at most, median ${sorted[sorted.length >> 1]!.toFixed(0)} ms`,
  )
  console.log(
    { problem_count, questions: questions.length },
    lists.map(({ list, added }) => `${list} ${added}`).join(', '),
  )
  if (questions.length > 0) console.log(questions[0])
}
await town.close()
