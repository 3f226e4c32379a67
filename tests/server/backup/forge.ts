import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract, pack, type Header } from 'tar-stream'
import type { Manifest } from '#server/backup/format.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { backUp, contentOf, inhabited } from './archives.ts'

/** A backup and what it holds; made by the first test that asks. */
let made: ReturnType<typeof makeGood> | undefined
export const good = () => (made ??= makeGood())
async function makeGood() {
  const archive = await inhabited()
  const copy = join(await freshFolder(), 'copy.db')
  archive.db.sqlite.prepare('vacuum into ?').run(copy)
  const bytes = await readFile((await backUp(archive)).file)
  return { content: await contentOf(archive), bytes, database: await readFile(copy) }
}

export interface Part {
  header: Partial<Header> & { name: string }
  body: Buffer
}
export async function takeApart(tar: Buffer): Promise<Part[]> {
  const parts: Part[] = []
  const reader = extract()
  Readable.from([tar]).pipe(reader as never)
  for await (const entry of reader) {
    const body = await buffer(entry as unknown as AsyncIterable<Uint8Array>)
    parts.push({ header: { name: entry.header.name, type: entry.header.type }, body })
  }
  return parts
}
export async function putTogether(parts: readonly Part[]): Promise<Buffer> {
  const writer = pack()
  const whole = buffer(writer as unknown as AsyncIterable<Uint8Array>)
  for (const { header, body } of parts) {
    await new Promise<void>((resolve, reject) => {
      writer.entry({ ...header, size: body.length } as Header, body, (error) => (error ? reject(error) : resolve()))
    })
  }
  writer.finalize()
  return whole
}
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex')
/** A backup whose checksums are right, whatever else is wrong with it: what somebody would make who wants to do harm. */
export async function forged(
  change: (parts: Part[], manifest: Manifest) => Part[] | void,
  whole?: Buffer,
): Promise<Buffer> {
  const parts = await takeApart(whole ?? (await good()).bytes)
  const named = (name: string) => parts.find(({ header }) => header.name === name)!
  const manifest = JSON.parse(named('manifest.json').body.toString()) as Manifest
  const files = parts.filter(({ header }) => !['manifest.json', 'SHA256SUMS'].includes(header.name))
  const changed = change(files, manifest) ?? files
  manifest.files = changed.map(({ header, body }) => ({
    path: header.name,
    bytes: body.length,
    sha256: sha256(body),
  }))
  const all = [
    ...changed,
    { header: { name: 'manifest.json' }, body: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) },
  ]
  const sums = all.map(({ header, body }) => `${sha256(body)}  ${header.name}\n`).join('')
  return putTogether([...all, { header: { name: 'SHA256SUMS' }, body: Buffer.from(sums) }])
}
/** What version 0.9 made of an archive on SQLite: format 2, with a copy of the file. */
export async function earlierBackup(
  change?: (file: string) => void | Promise<void>,
  original?: (part: Part) => boolean,
): Promise<Buffer> {
  const file = join(await freshFolder(), 'earlier.db')
  const { bytes, database } = await good()
  await writeFile(file, database)
  await change?.(file)
  return asFormat2(bytes, file, original)
}

export async function asFormat2(whole: Buffer, file: string, original?: (part: Part) => boolean): Promise<Buffer> {
  const body = await readFile(file)
  return forged((parts, manifest) => {
    manifest.format = 2
    manifest.counts = countsOf(file)
    parts[0]!.body = Buffer.from('Lotline backup, format 2\n')
    const media = parts.filter((part) => !part.header.name.startsWith('tables/') && (original?.(part) ?? true))
    return [...media, { header: { name: 'archive.db' }, body }]
  }, whole)
}

function countsOf(file: string): Record<string, number> {
  try {
    using db = new DatabaseSync(file, { readOnly: true })
    const names = db.prepare(`select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*'`).all()
    return Object.fromEntries(
      names.map(({ name }) => [
        String(name),
        Number(db.prepare(`select count(*) as rows from "${String(name)}"`).get()!['rows']),
      ]),
    )
  } catch {
    return {}
  }
}
