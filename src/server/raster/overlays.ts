import type { Caller } from '#rules/access/permissions.ts'
import type { Db, Row, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { requestRebuild } from '../jobs/builds.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { listNewOverlay, markOverlayRemoved, type MapTexts } from '../repositories/map-layers.ts'
import { changesBetween, recordAudit } from '../records/audit.ts'
import { trashOverlayRow, trashRemovedOverlay, type RemovedOverlay } from './overlay-files.ts'
import { OverlayRefused } from './make/overlay-refused.ts'
import type { OverlayStorage } from './overlay-storage.ts'
import {
  prepareOverlay,
  requireLayer,
  type TileWorkOptions,
  type OverlayRow,
  type PreparedOverlay,
  type OverlayInput,
} from './prepare-overlay.ts'

export type StoredOverlay = Row<'overlay'>

/** The old maps of an archive, by layer. */
export const listOverlays = (db: Db): Promise<StoredOverlay[]> =>
  db.selectFrom('overlay').selectAll().orderBy('layer').execute()

const overlayOf = (db: Db, layer: number): Promise<StoredOverlay | undefined> =>
  db.selectFrom('overlay').selectAll().where('layer', '=', layer).executeTakeFirst()

/** `unchanged`: the same map with the same tiles. */
export type OverlayWriteResult = 'added' | 'replaced' | 'unchanged'

/** Writes the row of a prepared map, and lists a new one in the legend. The row that it replaces goes to the trash. */
export async function writeOverlayRow(
  trx: Trx,
  media: MediaStore,
  row: OverlayRow,
  texts?: MapTexts,
): Promise<{ written: OverlayWriteResult; replaced?: RemovedOverlay }> {
  const before = await overlayOf(trx, row.layer)
  if ((!before || texts) && (await listNewOverlay(trx, row.layer, row.file_name ?? '', texts))) {
    await requestRebuild(trx, `Old map ${row.layer} was added`)
  }
  if (!before) {
    await trx.insertInto('overlay').values(row).execute()
    return { written: 'added' }
  }
  const { created_at: _, ...columns } = row
  if (Object.entries(columns).every(([column, value]) => before[column as keyof StoredOverlay] === value)) {
    return { written: 'unchanged' }
  }
  const replaced = await trashOverlayRow(media, before, `${row.file_name} took its place as layer ${row.layer}.`)
  await trx.updateTable('overlay').set(row).where('layer', '=', row.layer).execute()
  return { written: before.version === row.version ? 'unchanged' : 'replaced', replaced }
}

function requireFree(before: StoredOverlay | undefined, replace: boolean): void {
  if (!before || replace) return
  throw new OverlayRefused(
    `Layer ${before.layer} is taken by ${before.file_name}. Choose another number, or replace that map with --replace.`,
  )
}

export interface AddOptions extends OverlayStorage, OverlayInput, TileWorkOptions {
  /** Replaces the map with this layer, which is shown until then. */
  replace?: boolean | undefined
  /** Title, year and more; by default a new map is called like its file. */
  texts?: MapTexts | undefined
  /** Missing on the command line. */
  caller?: Caller | undefined
}
/** The audited fields of a map's picture: the version changes with its scan, its placement and its zoom levels. */
const auditFields = ({ file_name, version }: Pick<OverlayRow, 'file_name' | 'version'>) => ({
  file: file_name,
  version,
})

export interface Added extends Pick<PreparedOverlay, 'row' | 'source'> {
  written: OverlayWriteResult
  /** Path of the replaced map in the trash: its original, beside the record with its control points. */
  trashPath: string | undefined
}

/**
 * Adds an old map: tiles, original, then the row, which shows it. A failure leaves nothing behind. The caller holds the import lock.
 * @throws {OverlayRefused} and what `onProgress` throws.
 */
export async function addOverlay({ replace = false, texts, caller, ...options }: AddOptions): Promise<Added> {
  requireLayer(options.layer)
  requireFree(await overlayOf(options.db, options.layer), replace)
  const prepared = await prepareOverlay(options, options, options)
  try {
    const { written, replaced } = await inTransaction(options.db, async (trx) => {
      const before = await overlayOf(trx, options.layer)
      requireFree(before, replace)
      const result = await writeOverlayRow(trx, options.media, prepared.row, texts)
      const changes = changesBetween(before && auditFields(before), auditFields(prepared.row))
      if (changes.length > 0) {
        const step = { action: before ? 'edited' : 'added', kind: 'maps', key: options.layer, changes } as const
        await recordAudit(trx, { ...step, caller })
      }
      return result
    })
    const trashPath = replaced && (await trashRemovedOverlay(options, replaced))
    return { ...prepared, written, trashPath }
  } catch (error) {
    await prepared.undo().catch(() => {})
    throw error
  }
}

/** Removes a map; its original moves to the trash. @throws {OverlayRefused} where there is no such layer. */
export async function removeOverlay(storage: OverlayStorage, layer: number, caller?: Caller) {
  const removed = await inTransaction(storage.db, async (trx) => {
    const row = await overlayOf(trx, layer)
    if (!row) throw new OverlayRefused(`There is no layer ${layer}. "overlay list" shows all layers.`)
    const entry = await trashOverlayRow(storage.media, row, `The old map of layer ${layer} was removed.`)
    await trx.deleteFrom('overlay').where('layer', '=', layer).execute()
    await markOverlayRemoved(trx, layer)
    const changes = changesBetween(auditFields(row))
    await recordAudit(trx, { action: 'removed', kind: 'maps', key: layer, changes, caller })
    await requestRebuild(trx, `Old map ${layer} was removed`)
    return entry
  })
  return { row: removed.row, trashPath: await trashRemovedOverlay(storage, removed) }
}
