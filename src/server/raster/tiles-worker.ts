import { openDatabase } from '../database/open.ts'
import { createFolderStore } from '../media/folder-store.ts'
import { lookAfterTiles } from './remake-tiles.ts'
import type { TilesOrder, TilesSaid } from './tiles-job.ts'

/**
 * The process beside the server that looks once after the tiles of old maps (tiles-job.ts starts it): to make them again is minutes of decoding and
 * drawing, and may take a gigabyte. Ends in good order when the server lets go of it, however the server ends.
 */
const { databaseFile, mediaDir, tilesDir } = JSON.parse(process.argv[2]!) as TilesOrder
const end = new AbortController()
process.on('disconnect', () => end.abort())
// Ctrl+C reaches every process of the terminal: the server lets go of this one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})

const say = (said: TilesSaid) => {
  if (process.connected) process.send!(said)
}
const db = await openDatabase(databaseFile)
try {
  await lookAfterTiles(
    { db, media: createFolderStore(mediaDir), tilesDir },
    {
      // This process has nothing else to do.
      threads: 0,
      signal: end.signal,
      log: (sentence, row, error) =>
        say({
          sentence,
          ...(row && { row: { layer: row.layer, file_name: row.file_name } }),
          ...(error !== undefined && { error: error instanceof Error ? error.message : String(error) }),
        }),
    },
  )
} finally {
  await db.destroy()
  if (process.connected) process.disconnect()
}
