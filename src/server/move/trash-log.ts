import { hash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../storage/removal.ts'
import type { MediaObjects, MediaPlace } from './media-objects.ts'

const fileOf = ({ trashDir }: MediaPlace) => join(trashDir, 'log.jsonl')
/** In a bucket: one object a line. */
const FOLDER = 'trash/log'

/** Moves the log of what has left the trash: lines of a file, or objects of a bucket. Lines that are there already stay. */
export async function moveTrashLog(from: MediaObjects, to: MediaObjects): Promise<void> {
  const [lines, there] = [await readLines(from), await readLines(to)]
  const added = lines.filter((line) => !there.includes(line))
  if (added.length === 0) return
  if (to.place.s3) {
    for (const line of added) await to.put(keyOf(line), Buffer.from(`${line}\n`))
    return
  }
  await mkdir(to.place.trashDir, { recursive: true, mode: 0o700 })
  const text = [...there, ...added].map((line) => `${line}\n`).join('')
  await writeAtomically(fileOf(to.place), (path) => writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true }))
}

/** In the order in which they were written. */
const keyOf = (line: string) =>
  `${FOLDER}/${(JSON.parse(line) as { at: string }).at}-${hash('sha256', line).slice(0, 32)}.json`

async function readLines({ place, store }: MediaObjects): Promise<string[]> {
  const split = (text: string) => text.split('\n').filter((line) => line !== '')
  if (!place.s3) return split(await readFile(fileOf(place), 'utf8').catch(() => ''))
  const keys: string[] = []
  for await (const { key } of store.list(FOLDER)) keys.push(key)
  const lines: string[] = []
  for (const key of keys.sort()) lines.push(...split(Buffer.from((await store.read(key)) ?? '').toString()))
  return lines
}
