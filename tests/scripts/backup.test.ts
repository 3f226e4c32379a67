import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { freePort, start, untilUp } from '../e2e/setup/process.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { copyTown } from '../server/bundle/imported-town.ts'
import { drawMap } from '../server/raster/small-maps.ts'
import { archive as run, environmentOf } from './run-archive.ts'
import { seldom } from '../setup/seldom.ts'

const root = join(import.meta.dirname, '../..')
const environment = (folder: string) => environmentOf(folder, { NIGHTLY_BUILD: 'off', REBUILD_DELAY: '3600', LOG: '0' })

/** A command that is called from a folder of this test. */
const archive = (folder: string, ...words: string[]) => run(environment(folder), ...words)

async function inhabited(): Promise<string> {
  const folder = await freshFolder()
  await copyTown(join(folder, 'data'))
  return folder
}

test('backup beside a running server, a restore that waits for it to stop, and the archive from before', async () => {
  const folder = await inhabited()
  const port = await freePort()
  const server = start(['scripts/serve.ts'], { ...environment(folder), PORT: String(port) })
  try {
    await untilUp([`http://localhost:${port}/api/health/`], server, 60_000)
    const made = await archive(folder, 'backup', 'safe.tar')
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringContaining('Backed up 3 items and 3 pictures, 1 MB, to safe.tar.'),
    })
    expect(made.err).toMatch(/Originals: \d+ of \d+ MB/)
    expect((await stat(join(folder, 'safe.tar'))).mode & 0o777).toBe(0o600)
    expect(await archive(folder, 'restore', 'safe.tar')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Stop the server, wait for imports to finish'),
    })
  } finally {
    await server.stop()
  }
  const again = await archive(folder, 'backup', 'safe.tar')
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already exists. Use --force to replace it.') })
  const restored = await archive(folder, 'restore', 'safe.tar')
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Restored the archive of .*: 3 items, 3 pictures\./),
  })
  expect(restored.out).toMatch(/The previous archive is in .*before-restore-/)
  expect((await archive(folder, 'doctor', '--repair')).out).toContain('No problems found.')
  expect((await readdir(folder)).sort()).toEqual(['data', 'safe.tar'])
}, 120_000)

test('through a pipe to another machine', async () => {
  const folder = await inhabited()
  const other = await freshFolder()
  const from = spawn(process.execPath, ['scripts/archive.ts', 'backup', '-'], { cwd: root, env: environment(folder) })
  const to = spawn(process.execPath, ['scripts/archive.ts', 'restore', '-'], { cwd: root, env: environment(other) })
  from.stdout.pipe(to.stdin)
  const codes = [from, to].map((child) => new Promise((resolve) => child.on('close', resolve)))
  expect(await Promise.all(codes)).toEqual([0, 0])
  expect((await archive(other, 'doctor', '--repair')).out).toContain('No problems found.')
}, 120_000)

seldom(
  'the doctor finds no problem right after a restore that the next start mends by itself',
  async () => {
    const folder = await inhabited()
    await drawMap(folder)
    expect(await archive(folder, 'overlay', 'add', 'plan.png', '--layer', '6', '--zoom', '13-14')).toMatchObject({
      code: 0,
    })
    const db = await openDatabase(join(folder, 'data', 'archive.db'))
    const now = new Date().toISOString()
    // The nightly backup may run beside a build.
    const build = { state: 'running', reason: 'Published', requested_at: now, asked_again_at: now } as const
    await db.insertInto('build').values(build).execute()
    await db.destroy()
    expect(await archive(folder, 'backup', 'safe.tar')).toMatchObject({ code: 0 })
    const other = await freshFolder()
    expect(await archive(other, 'restore', join(folder, 'safe.tar'))).toMatchObject({ code: 0 })
    const { out } = await archive(other, 'doctor')
    expect(out).toContain('No problems found.')
    expect(out).toContain('The server makes the tiles of 1 old map when it starts.')
  },
  120_000,
)
