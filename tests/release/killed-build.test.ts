import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'
import { makeRelease } from '#release/make-release.ts'
import { openReleases } from '#release/releases.ts'
import { openTestArchive } from '../server/fixtures.ts'
import { rounds } from '../setup/length.ts'
import { openFolder } from './search/pagefind-in-node.ts'
import { seedOptions, seedSite, SITE_URL } from './seed-site.ts'
import { apply, edit } from './update-edits.ts'

const run = promisify(execFile)
/** `UPDATE_KILLS=100` for a longer run. */
const KILLS = rounds('UPDATE_KILLS', 1, 20)

test(
  'a build that is killed leaves every file whole, and after a restart the old site or the new one',
  { timeout: 300_000 + KILLS * 60_000 },
  async () => {
    const archive = await openTestArchive()
    const { folder } = archive
    const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
    await seedSite(folder)
    const build = () =>
      run(process.execPath, ['scripts/build-site.ts'], { env: { ...process.env, DATA_DIR: folder, SITE_URL } })
    const update = () => makeRelease(seedOptions(folder, api))
    const site = () => realpathSync(join(folder, 'site', 'current'))
    const filesNow = () =>
      new Map(listFiles(site()).map((file) => [file, readFileSync(join(site(), file)).toString('base64')]))
    const found = async () => {
      const { list } = await (await openFolder(join(site(), 'pagefind'))).search('mill')
      return (await Promise.all(list.map((match) => match.read()))).map(({ url }) => url).sort()
    }
    const isSearch = (file: string) => file.startsWith('pagefind/')
    const releases = openReleases(join(folder, 'site'))
    const root = join(folder, 'site', 'releases')
    const isReplacing = () =>
      readdirSync(root).some((name) => name.endsWith('.half') && existsSync(join(root, name, 'journal.json')))
    await build()
    const began = performance.now()
    await build()
    const duration = performance.now() - began
    const sampled = fc.sample(
      fc.tuple(fc.array(edit, { minLength: 1, maxLength: 6 }), fc.double({ min: 0, max: 1.1, noNaN: true })),
      { numRuns: KILLS, seed: 20261122 },
    )
    for (const [at, [edits, part]] of sampled.entries()) {
      const before = filesNow()
      const searchedBefore = await found()
      await apply(archive.db, edits)
      const killed = build()
      // Every other one while it replaces files, which takes milliseconds.
      if (at % 2 === 0)
        await vi.waitUntil(() => isReplacing() || killed.child.exitCode !== null, { timeout: 60_000, interval: 1 })
      else await pause(part * duration)
      killed.child.kill('SIGKILL')
      await killed.catch(() => {})
      const between = filesNow()
      releases.recover()
      const restarted = filesNow()
      const searched = await found()
      await update()
      const after = filesNow()
      const isWhole = ([file, bytes]: [string, string]) => bytes === before.get(file) || bytes === after.get(file)
      expect([...between].filter((each) => !isSearch(each[0]) && !isWhole(each)).map(([file]) => file)).toEqual([])
      const differing = (other: typeof before) =>
        [...new Set([...restarted.keys(), ...other.keys()])].filter(
          (file) => !isSearch(file) && restarted.get(file) !== other.get(file),
        ).length
      expect([differing(before), differing(after)]).toContain(0)
      // The index follows the pages: after a kill in between it is still the old one, and the next build makes it.
      expect([searchedBefore, ...(differing(after) === 0 ? [await found()] : [])]).toContainEqual(searched)
    }
    await archive.close()
  },
)
