import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { letGo } from './let-go.ts'
import { OverlayRefused } from './make/refused.ts'
import type { OverlayPlace } from './place.ts'
import {
  prepareOverlay,
  requireLayer,
  type Making,
  type OverlayRow,
  type PreparedOverlay,
  type WantedOverlay,
} from './prepare-overlay.ts'

export type KeptOverlay = Selectable<Tables['overlay']>

/** The old maps of an archive, by their numbers. */
export const listOverlays = (db: Kysely<Tables>): Promise<KeptOverlay[]> =>
  db.selectFrom('overlay').selectAll().orderBy('layer').execute()

const overlayOf = (db: Kysely<Tables>, layer: number): Promise<KeptOverlay | undefined> =>
  db.selectFrom('overlay').selectAll().where('layer', '=', layer).executeTakeFirst()

/** What a write of a row did; `unchanged`: it was the same map with the same tiles. */
export type Written = 'added' | 'replaced' | 'unchanged'

/** Writes the row of a map that was prepared, in place of the one that has its number. Answers what that was. */
export async function writeOverlayRow(
  trx: Kysely<Tables>,
  row: OverlayRow,
): Promise<{ written: Written; before: KeptOverlay | undefined }> {
  const before = await overlayOf(trx, row.layer)
  if (!before) {
    await trx.insertInto('overlay').values(row).execute()
    return { written: 'added', before }
  }
  const { created_at: _, ...said } = row
  if (Object.entries(said).every(([column, value]) => before[column as keyof KeptOverlay] === value)) {
    return { written: 'unchanged', before }
  }
  await trx.updateTable('overlay').set(row).where('layer', '=', row.layer).execute()
  return { written: before.version === row.version ? 'unchanged' : 'replaced', before }
}

function requireFree(before: KeptOverlay | undefined, replace: boolean): void {
  if (!before || replace) return
  throw new OverlayRefused(
    `Layer ${before.layer} is taken by ${before.file_name}. Choose another number, or put this map in its place with --replace.`,
  )
}

export interface AddOptions extends OverlayPlace, WantedOverlay, Making {
  /** Puts the map in place of the one that has its number, which is shown until then. */
  replace?: boolean | undefined
}
export interface Added extends Pick<PreparedOverlay, 'row' | 'source'> {
  written: Written
  /** Where the original of the map that was replaced lies now. */
  aside: string | undefined
}

/**
 * Adds an old map: its tiles are made, its original is kept, then its row is written, which shows it. Whatever fails before leaves nothing. The caller
 * takes the archive's turn (database/take-turn.ts).
 * @throws {OverlayRefused}; what `onProgress` throws ends it.
 */
export async function addOverlay({ replace = false, ...options }: AddOptions): Promise<Added> {
  requireLayer(options.layer)
  requireFree(await overlayOf(options.db, options.layer), replace)
  const prepared = await prepareOverlay(options, options, options)
  try {
    const { written, before } = await inTransaction(options.db, async (trx) => {
      requireFree(await overlayOf(trx, options.layer), replace)
      return await writeOverlayRow(trx, prepared.row)
    })
    const aside = before && (await letGo(options, before))
    return { ...prepared, written, aside }
  } catch (error) {
    await prepared.undo().catch(() => {})
    throw error
  }
}

/**
 * Takes a map out of the archive. Its tiles go; its original is put aside, at the path that is answered (let-go.ts).
 * @throws {OverlayRefused} where no map has this number.
 */
export async function removeOverlay(
  place: OverlayPlace,
  layer: number,
): Promise<{ row: KeptOverlay; aside: string | undefined }> {
  const before = await inTransaction(place.db, async (trx) => {
    const row = await overlayOf(trx, layer)
    if (row) await trx.deleteFrom('overlay').where('layer', '=', layer).execute()
    return row
  })
  if (!before) throw new OverlayRefused(`There is no layer ${layer}. "overlay list" names those that there are.`)
  return { row: before, aside: await letGo(place, before) }
}
