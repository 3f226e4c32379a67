import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { makeOldArchive } from '../server/database/old-archive.ts'
import { environmentOf } from './run-archive.ts'

const ITEMS = 4000
const root = join(import.meta.dirname, '../..')

/** An archive of 22 November, large enough that its upgrade takes a moment. */
export async function makeOldTown(file: string, last = '0011-splits'): Promise<void> {
  const old = await makeOldArchive(file, last)
  old.sqlite.exec(`begin; insert into person (id, first_name) values (3, 'Ada');
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ITEMS})
    insert into item (id, type, visibility, title, general_description, date_start, created_at, updated_at)
    select i, 'object', 'published', 'Chair ' || i, 'Made of oak', 19050000, '', '' from n; commit`)
  await old.destroy()
}

export interface Command {
  child: ChildProcess
  said(): string
  ended: Promise<number | null>
}
export function run(folder: string, script: string, words: string[], more: Record<string, string> = {}): Command {
  let said = ''
  const env = { ...environmentOf(folder, more), ...more }
  const child = spawn(process.execPath, [script, ...words], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) }
}
export const list = (folder: string) => run(folder, 'scripts/archive.ts', ['account', 'list'])
export const untilSaid = async ({ said, child }: Command, words: string) => {
  while (!said().includes(words) && child.exitCode === null) await pause(5)
}
