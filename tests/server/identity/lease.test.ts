import { fork } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { lockServer } from '#server/database/archive-locks.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { serve } from '#server/main.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const configIn = async () => readConfig({ DATA_DIR: join(await freshFolder(), 'data'), PORT: '0' })

test('a second server can’t start while the first is running', async () => {
  const config = await configIn()
  const first = await serve(config)
  await expect(serve(config)).rejects.toThrow('Another Lotline server is running on the archive')
  // Commands beside it go on.
  await (await openArchive(config)).destroy()
  await first.close()
  await (await serve(config)).close()
})

test('the same archive under another path is the same archive', async () => {
  const config = await configIn()
  const first = await openArchive(config, { server: true })
  symlinkSync(config.dataDir, `${config.dataDir}-link`)
  const linked = join(`${config.dataDir}-link`, 'archive.db')
  expect(() => lockServer(linked)).toThrow('Another Lotline server')
  await first.destroy()
  lockServer(linked).release()
})

test('a killed server holds no lease, even if its process id is reused', async () => {
  const config = await configIn()
  await (await openArchive(config)).destroy()
  const program = join(config.dataDir, 'hold-lease.mjs')
  const lease = join(import.meta.dirname, '../../../src/server/database/archive-locks.ts')
  writeFileSync(
    program,
    `const { lockServer } = await import(${JSON.stringify(lease)})
    lockServer(process.argv[2]); setTimeout(() => { gc(); process.send('held') }, 50); setInterval(() => {}, 1000)`,
  )
  // The garbage collector runs in it: a lease holds although nobody keeps the value that stands for it.
  const child = fork(program, [config.databaseFile], { execArgv: ['--expose-gc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  expect(() => lockServer(config.databaseFile)).toThrow('Another Lotline server')
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockServer(config.databaseFile).release()
})
