import { rmSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMediaStore, s3FromEnvironment } from '../storage/open-media-store.ts'
import type { PictureLimits } from './inspect-picture.ts'
import { OUT_OF_MEMORY_FILE, type PictureAnswer, type PictureJob } from './picture-queue.ts'
import { PictureRefused } from './picture-refused.ts'
import { createLocalPictureWork } from './picture-work.ts'

/**
 * The child process of picture-process.ts: a crash of a decoder doesn't hit the server, and reads stay fast. Exits with the server, and when it
 * exceeds its memory limit.
 */
const { mediaDir, limits, mostMemory, scratch } = JSON.parse(process.argv[2]!) as {
  mediaDir: string
  limits: PictureLimits
  mostMemory: number
  scratch: string
}
const work = createLocalPictureWork(openMediaStore({ mediaDir, s3: s3FromEnvironment(process.env) }), limits)
const { rss } = process.memoryUsage

async function answer(job: PictureJob): Promise<PictureAnswer> {
  const { number, method, args } = job
  try {
    const result = await (work[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
    return { number, result: result ?? null, memory: rss() }
  } catch (error) {
    if (error instanceof PictureRefused) return { number, refused: error.message, memory: rss() }
    const { code } = error as NodeJS.ErrnoException
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { number, failed, ...(typeof code === 'string' && { code }), memory: rss() }
  }
}

process.on('message', (job: PictureJob) => {
  void answer(job).then((reply) => {
    if (process.connected) process.send!(reply)
  })
})
process.on('disconnect', () => process.exit())
// A killed server can't do it.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** Milliseconds between memory checks; a decoder allocates some hundred megabytes in that time at most. */
const CHECK_INTERVAL = 50

/** Private memory in bytes. On Linux without mapped files, which the system can reclaim. */
function ownMemory(): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))!
    return Number(kilobytes) * 1024
  } catch {
    return rss()
  }
}
setInterval(() => {
  if (ownMemory() <= mostMemory) return
  // The server finds it there. A graceful exit would wait for the decoder.
  writeFileSync(join(scratch, OUT_OF_MEMORY_FILE), '')
  process.kill(process.pid, 'SIGKILL')
}, CHECK_INTERVAL).unref()
// Ctrl+C reaches every process of the terminal: the server finishes first, then stops this one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
