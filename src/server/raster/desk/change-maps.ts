import { withImportLock } from '../../database/archive-locks.ts'
import { openDatabase } from '../../database/open.ts'
import { openMediaStore, s3FromEnvironment } from '../../storage/open-media-store.ts'
import { addOverlay } from '../overlays.ts'
import type { TileWorkOptions } from '../prepare-overlay.ts'
import { remakeMissing } from '../remake-tiles.ts'
import type { WorkerTask } from './run-map-worker.ts'

/** The tasks of map-worker.ts that write to the archive: adds a map, or makes missing tiles again. */
export async function changeMaps(
  task: Extract<WorkerTask, { is: 'add' | 'remake' }>,
  { signal, onProgress }: Required<Pick<TileWorkOptions, 'signal' | 'onProgress'>>,
): Promise<void> {
  await using db = await openDatabase(process.env['ARCHIVE_DATABASE']!)
  const { mediaDir, trashDir, tilesDir } = task
  const media = openMediaStore({ mediaDir, trashDir, s3: s3FromEnvironment(process.env) })
  const storage = { db, media, tilesDir }
  const options = { threads: task.is === 'add' ? 1 : 0, signal, onProgress }
  if (task.is === 'remake') return await remakeMissing(storage, options)
  const { file, fileName, georeference, layer, replace, texts, caller } = task
  await withImportLock(db, async () => {
    await addOverlay({ ...storage, ...options, file, fileName, georeference, layer, replace, texts, caller })
  })
}
