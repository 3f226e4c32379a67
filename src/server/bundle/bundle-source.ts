import { basename } from 'node:path'
import * as v from 'valibot'
import { requiredName } from '#contract/fields.ts'
import type { Db } from '../database/tables.ts'
import type { Issue } from './bundle-row.ts'
import { readBundleJson } from './bundle-path.ts'

/** Says where a bundle comes from; optional. */
export const SOURCE_FILE = 'bundle.json'

export interface BundleSource {
  /** The archive's id for an export, otherwise a name that people chose. Rows are known by it and their key. */
  source: string
  /** Of an export: the last entry of its archive's audit trail. */
  lastStep?: number | undefined
}

const sourceFile = v.object({
  source: requiredName('Name the source.'),
  lastStep: v.optional(v.pipe(v.number('Enter a whole number.'), v.integer('Enter a whole number.'))),
})

/** The archive's own id, and how far its audit trail goes. */
export async function describeArchive(db: Db): Promise<Required<BundleSource>> {
  const { archive } = await db.selectFrom('archive_state').select('archive').executeTakeFirstOrThrow()
  const last = await db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirst()
  return { source: archive, lastStep: last?.id ?? 0 }
}

export async function readSources(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('imported_row').select('source').distinct().where('source', '<>', '').execute()
  return rows.map(({ source }) => source).sort()
}

/** The source of a bundle: as given, as its file says, or the folder's name. */
export async function readBundleSource(
  folder: string,
  isNamed: boolean,
  given?: string,
): Promise<BundleSource & { issues: Issue[] }> {
  const named = { source: given ?? basename(folder), issues: [] }
  if (!isNamed) return named
  const read = await readBundleJson(folder, SOURCE_FILE, sourceFile)
  if ('issues' in read) return { ...named, issues: read.issues }
  return given === undefined || given === read.output.source ? { ...read.output, issues: [] } : named
}
