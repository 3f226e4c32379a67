import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'
import { makeRelease } from '#release/make-release.ts'
import { type BuildReport, reportText } from '#release/report.ts'
import { rollBack } from '#release/rollback/roll-back.ts'
import { needsBuild } from '../../scripts/start/needs-build.ts'
import { readArguments } from '../../scripts/build-site/arguments.ts'
import { siteStates } from '../../scripts/build-site/background-build.ts'
import { readConfig } from '#server/config.ts'
import { seedOptions, seedSite, SITE_URL } from './seed-site.ts'
import { useArchive } from '../server/use-archive.ts'

const archive = useArchive()
let folder: string
let api: string
beforeAll(async () => {
  folder = archive.folder
  api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await seedSite(folder)
}, 300_000)

const environment = () => ({ NODE_ENV: 'production', SITE_URL, DATA_DIR: folder })
const build = () => makeRelease(seedOptions(folder, api))
const rollBackTo = (state: string) => rollBack(seedOptions(folder, api), state)
const current = () => realpathSync(join(folder, 'site', 'current'))
const report = () => JSON.parse(readFileSync(join(current(), '../build-report.json'), 'utf8')) as BuildReport
const has = (path: string) => existsSync(join(current(), path))
const read = (path: string) => readFileSync(join(current(), path), 'utf8')
const config = () => readConfig(environment())
const titled = (id: number, title: string, visibility: 'published' | 'draft') =>
  archive.db.updateTable('item').set({ title, visibility }).where('id', '=', id).execute()
/** Files of the site by content, without the search index, which is as old as the last one. */
const files = () =>
  new Map(
    listFiles(current())
      .filter((file) => !file.startsWith('pagefind/'))
      .map((file) => [file, readFileSync(join(current(), file)).toString('base64')]),
  )
/** Files of which some text that a visitor reads names something. */
const naming = (word: string) =>
  listFiles(current()).filter((file) => /\.(?:html|json|xml|txt)$/.test(file) && read(file).includes(word))

test(
  'a rollback brings back an earlier state without what was withdrawn since, and the next build is that of today',
  { timeout: 240_000 },
  async () => {
    await titled(1, 'Oxthorpe first', 'published')
    await titled(2, 'Vexhollow shown', 'published')
    await titled(3, 'Kestrelmoor unseen', 'draft')
    await build()
    expect(naming('Vexhollow shown').length).toBeGreaterThan(3)
    const first = files()

    await titled(1, 'Oxthorpe corrected', 'published')
    await titled(3, 'Kestrelmoor unseen', 'published')
    await build()
    await titled(2, 'Vexhollow shown', 'draft')
    await build()
    const today = files()
    expect(siteStates(config()).all.map(({ name }) => name)).toEqual(['1.3', '1.2', '1.1', '1'])
    expect(siteStates(config()).current).toBe('1.3')
    expect([naming('Vexhollow'), has('itemview/3/index.html')]).toEqual([[], true])

    // It says what it can't do, and changes nothing.
    await expect(rollBackTo('7')).rejects.toThrow(/^There is no state 7. These are kept: 1\.2 \(/)
    await expect(rollBackTo('1.3')).rejects.toThrow('The site is in state 1.3 already.')
    expect(() => readArguments(['--rollback', 'yesterday'])).toThrow(/^"yesterday" is not the name of a state/)
    expect(reportText(await rollBackTo('1.1'))).toMatch(/Rolled back to state 1\.1 of .*\n.*left out/)
    expect(naming('Oxthorpe first').length).toBeGreaterThan(2)
    expect([naming('Oxthorpe corrected'), naming('Kestrelmoor'), naming('Vexhollow')]).toEqual([[], [], []])
    expect([has('itemview/2/index.html'), has('itemview/3/index.html')]).toEqual([false, false])
    for (const file of ['sitemap.xml', 'feed.xml']) expect(read(file)).not.toMatch(/itemview\/[23]\//)
    // A page that shows nothing of the withdrawn is that of the time, byte for byte.
    const item = 'itemview/1/index.html'
    expect(files().get(item)).toBe(first.get(item))
    expect(report().rollback).toMatchObject({ to: '1.1' })
    expect(siteStates(config())).toMatchObject({
      current: '1.4',
      all: [{ name: '1.4', rolled_back: { to: '1.1' } }, {}, {}, {}, {}],
    })
    // It stays until something is published.
    expect(await needsBuild(config())).toBeUndefined()

    await build()
    expect(report().rollback).toBeNull()
    expect([...files()].filter(([file, bytes]) => today.get(file) !== bytes).map(([file]) => file)).toEqual([])
    expect(files().size).toBe(today.size)
  },
)
