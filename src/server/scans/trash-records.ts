import { sql } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Db, Row, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { changesBetween, recordAudit } from '../records/audit.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { TrashRefused, type TrashRecord, type TrashEntry } from '../storage/trash.ts'
import { originalKey } from '../storage/keys.ts'
import { findOrphans, trashOrphan } from './orphans.ts'

/** The trash as a person uses it: moving originals there on request, and restoring them with their database rows. */

/** Finds originals by file name, key, or the first digits of the SHA-256 (at least six). */
async function findOriginals(db: Db, what: string): Promise<Row<'original'>[]> {
  const digits = /(?:^|\/)([0-9a-f]{6,64})(?:\.[a-z0-9]{3,4})?$/.exec(what)?.[1]
  return await db
    .selectFrom('original')
    .selectAll()
    .where((eb) => eb.or([eb('file_name', '=', what), ...(digits ? [eb('sha256', 'like', `${digits}%`)] : [])]))
    .execute()
}

type Use = { kind: 'scans' | 'files' | 'person_images' | 'logo'; key: number; owner: number; version: string }
/** What shows an original: pictures and files of items, pictures of people, and the header. */
export async function usesOf(db: Db, sha256: string) {
  const { rows } = await sql<Use>`
    select 'scans' as kind, id as key, item_id as owner, version from scan where sha256 = ${sha256}
    union all select 'files', id, item_id, '' from item_file where sha256 = ${sha256}
    union all select 'person_images', id, person_id, version from person_image where sha256 = ${sha256}
    union all select 'logo', 0, 0, '' from setting where name = 'logo' and value ->> 'sha256' = ${sha256}`.execute(db)
  return rows
}
const useText = ({ kind, key, owner }: Use) =>
  ({
    scans: `scan ${key} of item ${owner}`,
    files: `file ${key} of item ${owner}`,
    person_images: `picture ${key} of person ${owner}`,
    logo: 'the header, as the logo',
  })[kind]

/** Moves an original and its row to the trash. @throws {TrashRefused} where `what` is ambiguous, or a record still uses it. */
export async function trashOriginal(db: ArchiveDatabase, media: MediaStore, what: string, why: string) {
  return await inTransaction(db, async (trx) => {
    const found = await findOriginals(trx, what)
    const [row] = found
    if (!row) throw new TrashRefused(`There is no original ${what}. Name it by its file name or its SHA-256.`)
    if (found.length > 1) {
      throw new TrashRefused(`Several originals match: ${found.map(({ sha256 }) => sha256.slice(0, 12)).join(', ')}.`)
    }
    const [use] = await usesOf(trx, row.sha256)
    if (use) throw new TrashRefused(`It is used by ${useText(use)}. Remove that record first, then try again.`)
    // The file moves first: after a crash, the row names a file that "trash restore" brings back.
    const trashed = await media.moveToTrash(originalKey(row.sha256, row.format), {
      why,
      rows: [{ table: 'original', row }],
    })
    if (!trashed) throw new TrashRefused(`The file of the original ${row.sha256.slice(0, 12)} is missing.`)
    await trx.deleteFrom('original').where('sha256', '=', row.sha256).execute()
    return trashed
  })
}

/** Removes derivatives and tiles of pictures that no record uses. Returns how many files. */
export async function removeUnusedDerivatives(db: ArchiveDatabase, media: MediaStore): Promise<number> {
  const { derived } = (await findOrphans(db, media, { grace: 0 }))!
  const keys = derived.filter((key) => key.startsWith('derivatives/'))
  for (const key of keys) await media.remove(key)
  return keys.length
}

/** Moves all unreferenced originals to the trash, without a limit: a person has confirmed. */
export async function trashOrphans(db: ArchiveDatabase, media: MediaStore, why: string): Promise<number> {
  let moved = 0
  for (const key of (await findOrphans(db, media))!.originals) {
    if (await trashOrphan(db, media, key, { why })) moved += 1
  }
  return moved
}

/** Finds entries by date, key, file name, digits of a SHA-256, or `layer 6`; all of them without `what`. */
export function filterTrash(entries: readonly TrashEntry[], what: string | undefined): TrashEntry[] {
  if (what === undefined) return [...entries]
  return entries.filter(
    ({ id, rows }) =>
      id.startsWith(`${what}/`) ||
      id === what ||
      (what.length >= 6 && id.split('/').at(-1)!.startsWith(what)) ||
      id.endsWith(`/${what}`) ||
      rows.some(
        ({ row }) => row['file_name'] === what || (row['layer'] !== undefined && `layer ${row['layer']}` === what),
      ),
  )
}

interface RestoreOptions {
  /** Another number for a map. */
  layer?: number | undefined
  /** Frees the place of a map, in the same transaction; without it a taken place is refused. */
  makeRoom?: (trx: Trx) => Promise<void>
  /** Missing on the command line. */
  caller?: Caller
}

/**
 * Restores an original: its file, its rows, then the entry is removed; after a crash a retry continues.
 * @throws {TrashRefused} where its place is taken.
 */
export async function restoreFromTrash(
  db: ArchiveDatabase,
  media: MediaStore,
  trashed: TrashEntry,
  options: RestoreOptions = {},
) {
  await requireFreePlace(db, media, trashed, options)
  await media.trash.restoreFile(media, trashed)
  await inTransaction(db, async (trx) => {
    await options.makeRoom?.(trx)
    for (const { table, row } of trashed.rows) await restoreRow(trx, table, row, options)
  })
  await media.trash.removeRestored(trashed)
  return { named: trashed.rows.length > 0 || (await isNamed(db, trashed.key)) }
}

async function requireFreePlace(
  db: Db,
  media: MediaStore,
  { key, rows, rowsOnly }: TrashEntry,
  { layer: other, makeRoom }: RestoreOptions,
) {
  const map = rows.find(({ table }) => table === 'overlay')?.row
  if (!map) return
  const layer = other ?? Number(map['layer'])
  const there = await db
    .selectFrom('overlay')
    .select(['file_name', 'version'])
    .where('layer', '=', layer)
    .executeTakeFirst()
  if (there && there.version !== map['version'] && !makeRoom) {
    throw new TrashRefused(
      `Layer ${layer} is taken by ${there.file_name}. Remove it first ("overlay remove ${layer}"), or give this map another number with --layer.`,
    )
  }
  if (rowsOnly && (await media.size(key)) === undefined) {
    throw new TrashRefused(`The picture of this map is in the trash too. Restore it first: ${key}.`)
  }
}

async function restoreRow(
  trx: Trx,
  table: TrashRecord['rows'][number]['table'],
  row: object,
  { layer, caller }: RestoreOptions,
) {
  if (table === 'original') {
    await trx
      .insertInto('original')
      .values(row as Row<'original'>)
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
    return
  }
  const map = { ...(row as Row<'overlay'>), ...(layer !== undefined && { layer }) }
  const { numInsertedOrUpdatedRows: written } = await trx
    .insertInto('overlay')
    .values(map)
    .onConflict((conflict) => conflict.column('layer').doNothing())
    .executeTakeFirst()
  if (!written) return
  const changes = changesBetween(undefined, { file: map.file_name, version: map.version })
  await recordAudit(trx, { action: 'restored', kind: 'maps', key: map.layer, changes, caller })
}

async function isNamed(db: Db, key: string): Promise<boolean> {
  const sha256 = key.split('/').at(-1)!.split('.')[0]!
  const original = await db.selectFrom('original').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  return (
    original !== undefined ||
    (await db.selectFrom('overlay').select('layer').where('source_key', '=', key).executeTakeFirst()) !== undefined
  )
}
