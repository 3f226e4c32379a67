import { rm } from 'node:fs/promises'
import { inTransaction } from '../database/write.ts'
import type { OverlayPlace } from './place.ts'
import { tilesPath } from './version.ts'

/** Removes the tiles and the original of a map where no row names them, asked while nobody else can write a row. */
export async function forgetFiles(
  { db, media, tilesDir }: OverlayPlace,
  { version, key }: { version: string; key: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const rows = await trx.selectFrom('overlay').select(['version', 'source_key']).execute()
    if (!rows.some((row) => row.version === version)) await rm(tilesPath(tilesDir, version), { force: true })
    if (!rows.some((row) => row.source_key === key)) await media.remove(key)
  })
}
