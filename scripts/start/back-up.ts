import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BackUp } from '#server/backup/backup-job.ts'
import { lowerPriority, tailOf } from './child-process.ts'

const SCRIPT = fileURLToPath(new URL('../archive.ts', import.meta.url))

/** `npm run archive -- backup` in a process of its own: reading all originals would slow the server down. */
export const backUp: BackUp = async (signal, file) => {
  const child = spawn(process.execPath, [SCRIPT, 'backup', file, '--force'], { stdio: ['ignore', 'ignore', 'pipe'] })
  lowerPriority(child)
  const errors = tailOf(child.stderr)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  try {
    const [code, how] = (await once(child, 'close')) as [number | null, string | null]
    if (code !== 0) throw new Error(errors() || `The backup ended with ${how ?? `code ${code}`}.`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
