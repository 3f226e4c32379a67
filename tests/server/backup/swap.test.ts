import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { finishRestore } from '#server/database/archive-locks.ts'
import {
  finishSwap,
  restorePaths,
  swapArchive,
  isSwapPending,
  type RestorePaths,
} from '#server/database/restore-swap.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const AT = new Date('2026-11-21T12:30:00Z')

/** Old and new parts, as plain files: the swap does not look into them. */
async function staged(
  old: readonly ('database' | 'log' | 'media')[] = ['database', 'log', 'media'],
): Promise<RestorePaths> {
  const folder = await freshFolder()
  const places = restorePaths(join(folder, 'archive.db'), join(folder, 'media'), AT)
  const part = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  if (old.includes('database')) part(places.database, 'old')
  if (old.includes('log')) part(`${places.database}-wal`, 'old log')
  if (old.includes('media')) part(join(places.media, 'picture'), 'old')
  part(places.stagedDatabase, 'new')
  part(join(places.stagedMedia, 'picture'), 'new')
  return places
}
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
const state = (places: RestorePaths) => ({
  now: [textOf(places.database), textOf(join(places.media, 'picture')), textOf(`${places.database}-wal`)],
  kept: [textOf(places.keptDatabase), textOf(join(places.keptMedia, 'picture')), textOf(`${places.keptDatabase}-wal`)],
  marker: isSwapPending(places.database),
})
const SWAPPED = { now: ['new', 'new', undefined], kept: ['old', 'old', 'old log'], marker: false }

test('the new archive is in place, the old one is kept with its log, nothing is left over', async () => {
  const places = await staged()
  swapArchive(places)
  expect(state(places)).toEqual(SWAPPED)
  expect(readdirSync(dirname(places.database)).sort()).toEqual([
    'archive.db',
    'before-restore-2026-11-21T12-30-00',
    'media',
  ])
})

test('works without a previous archive, or with half of one', async () => {
  for (const old of [[], ['media'], ['database']] as const) {
    const places = await staged(old)
    swapArchive(places)
    expect(state(places).now).toEqual(['new', 'new', undefined])
  }
})

/** Runs a swap in a process that is killed at the so-many-th rename (the first is that of the marker). */
function swapKilledAt(places: RestorePaths, rename: number): void {
  const swap = join(import.meta.dirname, '../../../src/server/database/restore-swap.ts')
  const code = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    let left = ${rename}
    const { renameSync } = fs
    fs.renameSync = (...given) => (left-- > 0 ? renameSync(...given) : process.kill(process.pid, 'SIGKILL'))
    syncBuiltinESMExports()
    const { swapArchive } = await import(${JSON.stringify(swap)})
    swapArchive(${JSON.stringify(places)})`
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  } catch {
    // Killed, as it was meant to be.
  }
}

test('killed at any step, the swap is finished by the next program that opens the archive', async () => {
  const before = await staged()
  swapKilledAt(before, 0)
  expect(state(before)).toMatchObject({ now: ['old', 'old', 'old log'], marker: false })
  expect(finishSwap(before.database)).toBeUndefined()

  for (let rename = 1; rename <= 5; rename++) {
    const places = await staged()
    swapKilledAt(places, rename)
    expect(state(places)).not.toEqual(SWAPPED)
    expect(state(places).marker).toBe(true)
    expect(finishRestore(places.database)).toBe(dirname(places.keptDatabase))
    expect(state(places)).toEqual(SWAPPED)
  }
})

test('a failing step is rolled back with those before it', async () => {
  const places = await staged()
  // The place of the old database is taken by a folder: a rename onto it fails.
  mkdirSync(join(places.keptDatabase, 'taken'), { recursive: true })
  expect(() => swapArchive(places)).toThrow()
  expect(state({ ...places, keptDatabase: `${places.keptDatabase}-none` })).toMatchObject({
    now: ['old', 'old', 'old log'],
    marker: false,
  })
  expect([textOf(places.stagedDatabase), textOf(join(places.stagedMedia, 'picture'))]).toEqual(['new', 'new'])
})
