import { ImportInProgress } from '../../database/archive-locks.ts'
import { OverlayRefused } from '../make/overlay-refused.ts'
import type { TilesLog } from '../remake-tiles.ts'
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

const log: TilesLog = (sentence, row, error) => {
  const about = row && { layer: row.layer, file_name: row.file_name }
  const problem = error === undefined ? undefined : error instanceof Error ? error.message : String(error)
  void send({ sentence, row: about, problem })
}

/** Somebody waits for it, and loading everything takes longer than the work: each task loads what it needs. */
async function work(): Promise<unknown> {
  if (task.is === 'inspect') return await (await import('./inspect-map.ts')).inspectMap(task.file)
  if (task.is === 'check') return await (await import('./check-map.ts')).checkMap(task.file, task.georeference)
  const options = { signal: end.signal, onProgress: progress(), log }
  return await (await import('./change-maps.ts')).changeMaps(task, options)
}

try {
  await send({ result: await work() })
} catch (error) {
  const kind = error instanceof OverlayRefused ? 'refused' : error instanceof ImportInProgress ? 'busy' : 'failed'
  await send({ error: error instanceof Error ? error.message : String(error), kind })
} finally {
  if (process.connected) process.disconnect()
}
