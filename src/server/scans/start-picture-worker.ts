import { fork, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '#s3/settings.ts'
import { childEnvironment } from './child-environment.ts'
import type { PictureLimits } from './inspect-picture.ts'

const SCRIPT = fileURLToPath(new URL('./picture-worker.ts', import.meta.url))
const SHELL = '/bin/sh'

/** Kilobytes added for `ulimit`, which catches what grows faster than the process checks: Node reserves 600 MB that it never touches. */
const RESERVED = 1024 * 1024

const environment = (scratch: string, s3: S3Settings | undefined) => ({
  ...childEnvironment({ s3 }),
  TMPDIR: scratch,
  // More arenas hold more memory than two pictures at once need.
  MALLOC_ARENA_MAX: '2',
})

/** Starts picture-worker.ts. Linux enforces the memory limit too (`ulimit -d`); elsewhere the process only checks itself. */
export function startPictureWorker({
  s3,
  priority,
  ...options
}: {
  mediaDir: string
  s3?: S3Settings | undefined
  limits: PictureLimits
  mostMemory: number
  scratch: string
  /** Nice value. */
  priority: number
}): ChildProcess {
  const env = environment(options.scratch, s3)
  const argument = JSON.stringify(options)
  if (process.platform !== 'linux' || !existsSync(SHELL)) return fork(SCRIPT, [argument], { execArgv: [], env })
  const kilobytes = Math.ceil(options.mostMemory / 1024) + RESERVED
  // A lower limit of the machine stays. With `exec` the shell becomes the process, under the same pid. Linux keeps a priority for each thread: set later,
  // by the server, it would not reach those that Node has started already.
  const command = `ulimit -d ${kilobytes} 2>/dev/null; renice ${priority} -p $$ >/dev/null 2>&1; exec "$0" "$@"`
  return spawn(SHELL, ['-c', command, process.execPath, SCRIPT, argument], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
}
