import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildPages } from './build-pages.ts'
import type { PagesBuild, PagesReport } from './build-pages.ts'

type Task = Omit<PagesBuild, 'onProgress'>
type Message = { done: number; of: number | null } | { report: PagesReport } | { failed: string }

const THIS_FILE = fileURLToPath(import.meta.url)

/**
 * `buildPages` in a process of its own: what Astro, Vite and the rendering threads took is given back before the search index is made,
 * so that the two never need their memory at once. Throws what the build throws; a process that is killed says with which signal.
 */
export function buildPagesApart({ onProgress, ...task }: PagesBuild): Promise<PagesReport> {
  return new Promise((resolve, reject) => {
    // `advanced` carries the sets of a report as they are.
    const child = fork(THIS_FILE, [], { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const stop = () => child.kill('SIGKILL')
    process.once('exit', stop)
    child.on('message', (message: Message) => {
      if ('done' in message) onProgress?.(message.done, message.of)
      else if ('report' in message) resolve(message.report)
      else reject(new Error(message.failed))
    })
    child.on('error', reject)
    // Only when both have happened has every message been read; after an answer this changes nothing.
    void Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(([[code, signal]]) => {
      process.off('exit', stop)
      reject(new Error(`The page build ended with ${signal ?? `code ${code}`} and made no report.`))
    }, reject)
    child.send(task)
  })
}

/** The other side: builds what it is told, answers, and ends; at once, when nobody waits for it any more, so that it does not write into what comes after. */
function answer(): void {
  const alone = () => process.exit(1)
  process.once('disconnect', alone)
  const say = (message: Message) => new Promise((sent) => process.send!(message, sent))
  process.once('message', (task: Task) => {
    buildPages({ ...task, onProgress: (done, of) => void say({ done, of }) })
      .then((report) => say({ report }))
      .catch((problem: unknown) => say({ failed: problem instanceof Error ? problem.message : String(problem) }))
      .finally(() => {
        process.off('disconnect', alone)
        process.disconnect()
      })
  })
}

if (process.send && process.argv[1] === THIS_FILE) answer()
