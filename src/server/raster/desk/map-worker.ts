import { ImportInProgress, withImportLock } from '../../database/import-lock.ts'
import { openDatabase } from '../../database/open.ts'
import { createFolderStore } from '../../storage/folder-store.ts'
import { OverlayRefused } from '../make/overlay-refused.ts'
import { addOverlay } from '../overlays.ts'
import { remakeMissing } from '../remake-tiles.ts'
import { checkMap, inspectMap } from './check-map.ts'
import type { WorkerReply, WorkerTask } from './run-map-worker.ts'

/** The child process of run-map-worker.ts: decoding a map may take a gigabyte. Stops cleanly when the server says so or dies. */
const task = JSON.parse(process.argv[2]!) as WorkerTask
const end = new AbortController()
process.on('disconnect', () => end.abort()).on('message', () => end.abort())
// Ctrl+C reaches every process of the terminal: the server stops this one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
const send = (reply: WorkerReply) =>
  new Promise<void>((resolve) => (process.connected ? process.send!(reply, () => resolve()) : resolve()))

/** Progress is sent twice a second at most. */
function progress() {
  let last = 0
  return (done: number, total: number) => {
    if (Date.now() - last < 500 && done < total) return
    last = Date.now()
    void send({ done, total })
  }
}

async function work(): Promise<unknown> {
  if (task.is === 'inspect') return await inspectMap(task.file)
  if (task.is === 'check') return await checkMap(task.file, task.georeference)
  await using db = await openDatabase(task.databaseFile)
  const storage = { db, media: createFolderStore(task.mediaDir, task.trashDir), tilesDir: task.tilesDir }
  const options = { threads: task.is === 'add' ? 1 : 0, signal: end.signal, onProgress: progress() }
  if (task.is === 'remake') return await remakeMissing(storage, options)
  const { file, fileName, georeference, layer, replace, texts, caller } = task
  return await withImportLock(db, async () => {
    await addOverlay({ ...storage, ...options, file, fileName, georeference, layer, replace, texts, caller })
  })
}

try {
  await send({ result: await work() })
} catch (error) {
  const kind = error instanceof OverlayRefused ? 'refused' : error instanceof ImportInProgress ? 'busy' : 'failed'
  await send({ error: error instanceof Error ? error.message : String(error), kind })
} finally {
  if (process.connected) process.disconnect()
}
