import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { originalKey } from '#server/storage/keys.ts'
import type { Life } from './clients.ts'
import { sha256, type Ledger, type Sent, type SentItem, type SentScan } from './ledger.ts'

type Row = Record<string, unknown>

/** What was found wrong, a sentence each. */
export type Faults = string[]

const same = (found: unknown, expected: unknown) => JSON.stringify(found) === JSON.stringify(expected)

/**
 * Looks at the archive's files beside the server: the database is whole, every row in it is wholly one that was sent, once; every original that is
 * named is on disk, bit for bit. `proven` remembers originals that were hashed before; they never change.
 */
export async function examineFiles(folder: string, ledger: Ledger, proven: Set<string>): Promise<Faults> {
  const db = new DatabaseSync(path.join(folder, 'archive.db'), { readOnly: true, timeout: 10_000 })
  const faults: Faults = []
  const rows = (query: string) => db.prepare(query).all() as Row[]
  try {
    for (const { integrity_check: what } of rows('pragma integrity_check')) if (what !== 'ok') faults.push(String(what))
    for (const row of rows('pragma foreign_key_check')) faults.push(`A link leads nowhere: ${JSON.stringify(row)}`)
    faults.push(...(await examineRows({ rows, folder, ledger, proven })))
  } finally {
    db.close()
  }
  return faults
}

interface Archive {
  /** Answers a query of the database. */
  rows: (query: string) => Row[] | Promise<Row[]>
  folder: string
  ledger: Ledger
  proven: Set<string>
}

/** The same of a database of any kind, without its pages. */
export async function examineRows({ rows, folder, ledger, proven }: Archive): Promise<Faults> {
  const faults: Faults = []
  for (const { sha256: sum, format } of await rows('select sha256, format from original')) {
    const file = path.join(folder, 'media', originalKey(String(sum), String(format)))
    if (!existsSync(file)) faults.push(`The original ${String(sum)} has a row and no file.`)
    else if (!proven.has(String(sum))) {
      if (sha256(readFileSync(file)) === sum) proven.add(String(sum))
      else faults.push(`The original ${String(sum)} is not whole: ${statSync(file).size} bytes.`)
    }
  }
  const links = Map.groupBy(
    await rows('select item_id, person_id from item_person order by position'),
    (row) => row['item_id'],
  )
  const people = await rows(`select * from person where surname = 'Kill-Run'`)
  check(ledger.of('person'), people, 'middle_name', ({ body }) => body)
  check(ledger.of('item'), await rows('select * from item'), 'external_record_url', ({ body }, row) => {
    const { people, externalRecordURL, ...fields } = body
    const found = (links.get(row['id']) ?? []).map((link) => link['person_id'])
    if (!same(found, people)) faults.push(`Item ${String(row['id'])} names ${String(found)} and not ${String(people)}.`)
    return { ...fields, external_record_url: externalRecordURL }
  })
  check(
    ledger.of('scan'),
    await rows('select * from scan'),
    'sha256',
    ({ fields: { item, order, ...rest }, sha256: sum }) => {
      return { ...rest, item_id: item, scan_order: order, sha256: sum }
    },
  )
  return faults

  /** Every row is one that was sent, whole and once; everything acknowledged has its row. */
  function check<S extends Sent>(sent: S[], found: Row[], by: string, columns: (sent: S, row: Row) => object): void {
    const nameOf = (each: S) =>
      each.kind === 'scan' ? each.sha256 : each.kind === 'item' ? each.body.externalRecordURL : each.key
    const wanted = new Map(sent.map((each) => [nameOf(each), each]))
    const seen = new Map<string, unknown>()
    for (const row of found) {
      const name = String(row[by])
      const each = wanted.get(name)
      if (!each) faults.push(`${by} ${name} is in the archive, and nobody sent it.`)
      else {
        const expected = columns(each, row)
        const there = Object.fromEntries(Object.keys(expected).map((column) => [column, row[column]]))
        if (!same(there, expected)) faults.push(`The ${each.kind} ${String(row['id'])} is not what was sent.`)
        if (each.id !== undefined && each.id !== row['id']) faults.push(`The ${each.kind} ${name} has another id.`)
      }
      if (seen.has(name)) faults.push(`${by} ${name} is in the archive twice.`)
      seen.set(name, row['id'])
    }
    for (const each of sent) {
      if (each.id !== undefined && !seen.has(nameOf(each)))
        faults.push(`The ${each.kind} ${each.id} was acknowledged and is lost.`)
    }
  }
}

/** Asks the server, as staff, for what it acknowledged: items with every field, scans with the bytes of their originals. */
export async function examineAnswers(life: Life, sent: readonly Sent[]): Promise<Faults> {
  const faults: Faults = []
  for (const each of sent) {
    if (each.kind === 'item') await examineItem(life, each, faults)
    if (each.kind === 'scan') await examineScan(life, each, faults)
  }
  return faults
}

async function examineItem(life: Life, { id, body, published }: SentItem, faults: Faults): Promise<void> {
  const answer = await fetch(`${life.base}/api/item/${id}/`, { headers: life.headers })
  if (!answer.ok) return void faults.push(`Item ${id} was acknowledged and answers ${answer.status}.`)
  const found = (await answer.json()) as Row
  const { people, ...fields } = body
  const shown = Object.fromEntries(Object.keys(fields).map((field) => [field, found[field]]))
  const named = (found['people'] as { id: number }[]).map((person) => person.id)
  if (!same([shown, named], [fields, people])) faults.push(`Item ${id} is not what was sent.`)
  if (published && found['visibility'] !== 'published') faults.push(`Item ${id} was published and is a draft again.`)
}

async function examineScan(life: Life, { id, sha256: sum }: SentScan, faults: Faults): Promise<void> {
  const answer = await fetch(`${life.base}/api/scan/original/${id}/`, { headers: life.headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok) faults.push(`Scan ${id} was acknowledged and answers ${answer.status}.`)
  else if (sha256(bytes) !== sum) faults.push(`Scan ${id} answers other bytes than were sent.`)
}
