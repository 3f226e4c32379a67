import { withImportLock } from '../../database/archive-locks.ts'
import { openDatabase } from '../../database/open.ts'
import { openMediaStore, s3FromEnvironment } from '../../storage/open-media-store.ts'
import { addOverlay } from '../overlays.ts'
import type { TileWorkOptions } from '../prepare-overlay.ts'
import { maintainTiles, type TilesLog } from '../remake-tiles.ts'
import type { WorkerTask } from './run-map-worker.ts'

/** The tasks of map-worker.ts that write to the archive: adds a map, or looks after the tiles of all. */
export async function changeMaps(
  task: Extract<WorkerTask, { is: 'add' | 'remake' }>,
  { log, ...options }: Pick<TileWorkOptions, 'signal' | 'onProgress'> & { log: TilesLog },
): Promise<void> {
  await using db = await openDatabase(process.env['ARCHIVE_DATABASE']!)
  const { mediaDir, trashDir, tilesDir } = task
  const media = openMediaStore({ mediaDir, trashDir, s3: s3FromEnvironment(process.env) })
  const storage = { db, media, tilesDir }
  // In this thread: the process has nothing else to do.
  if (task.is === 'remake') return await maintainTiles(storage, { ...options, threads: 0, log })
  const { file, fileName, georeference, layer, replace, texts, caller } = task
  await withImportLock(db, async () => {
    await addOverlay({
      ...storage,
      ...options,
      threads: 1,
      file,
      fileName,
      georeference,
      layer,
      replace,
      texts,
      caller,
    })
  })
}
