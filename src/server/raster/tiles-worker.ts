import { openDatabase } from '../database/open.ts'
import { openMediaStore, s3FromEnvironment } from '../storage/open-media-store.ts'
import { maintainTiles } from './remake-tiles.ts'
import type { TilesJobMessage, TilesJobReply } from './tiles-job.ts'

/** The child process of tiles-job.ts: making tiles takes minutes and may take a gigabyte. Stops cleanly when the server disconnects or dies. */
const { mediaDir, tilesDir } = JSON.parse(process.argv[2]!) as TilesJobMessage
const end = new AbortController()
process.on('disconnect', () => end.abort())
// Ctrl+C reaches every process of the terminal: the server stops this one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})

const send = (reply: TilesJobReply) => {
  if (process.connected) process.send!(reply)
}
const db = await openDatabase(process.env['ARCHIVE_DATABASE']!)
try {
  await maintainTiles(
    { db, media: openMediaStore({ mediaDir, s3: s3FromEnvironment(process.env) }), tilesDir },
    {
      // This process has nothing else to do.
      threads: 0,
      signal: end.signal,
      log: (sentence, row, error) =>
        send({
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
