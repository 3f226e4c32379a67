import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import type { BuildReport } from '#release/report.ts'
import { rollBack } from '#release/rollback/roll-back.ts'
import { KEPT, openStates } from '#release/rollback/states.ts'
import { quickSteps } from './fake-steps.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

/** States that another version of Lotline made: their files are all that there is. */
let siteFolder: string
beforeEach(async () => (siteFolder = await freshFolder()))

const options = () => ({
  ...{ siteFolder, api: 'http://api.test', source: 'test', apiBase: 'https://api.test', site: 'https://town.example' },
})
const current = () => readlinkSync(join(siteFolder, 'current'))
const home = () => readFileSync(join(siteFolder, 'current', 'index.html'), 'utf8')
const reportFile = (release: string) => join(siteFolder, 'releases', release, 'build-report.json')
const reportOf = (release: string) => JSON.parse(readFileSync(reportFile(release), 'utf8')) as BuildReport
const madeByAnother = (release: string) =>
  writeFileSync(reportFile(release), JSON.stringify({ ...reportOf(release), code: 'other' }))

beforeEach(async () => {
  await makeRelease(options(), quickSteps('one'))
  await makeRelease(options(), quickSteps('two'))
  madeByAnother('1')
})

test('if all of it is published, it is switched to as it is, and stays until something is published', async () => {
  const report = await rollBack(options(), undefined, quickSteps('not built'))
  expect([current(), home()]).toEqual(['releases/1/public', expect.stringContaining('<title>one</title>')])
  expect(reportOf('1')).toMatchObject({ code: 'other', counter: 1, rollback: { to: '1' } })
  expect(report.changed).toMatchObject({ written: ['/_astro/one.css', '/'], removed: ['/_astro/two.css'] })
  // The next build makes a release of its own.
  await makeRelease({ ...options(), incremental: true }, quickSteps('three'))
  expect([current(), reportOf('3').rollback]).toEqual(['releases/3/public', null])
})

test('a pull that fails in the middle leaves the site and the list of states as they are', async () => {
  const before = openStates(siteFolder).list()
  const pull = () => Promise.reject(new Error('The archive does not answer.'))
  await expect(rollBack(options(), '1', quickSteps('x', { pull }))).rejects.toThrow('The archive does not answer.')
  expect([current(), openStates(siteFolder).list()]).toEqual(['releases/2/public', before])
  // The lock is free.
  await rollBack(options(), '1', quickSteps('x'))
})

test('if something of it is not published any more, and nothing here can render it, the refusal says what to do', async () => {
  madeByAnother('2')
  writeFileSync(join(siteFolder, 'states/1/plaques.json'), '[{ "id": 1, "location": 2 }]')
  await expect(rollBack(options(), '1', quickSteps('x'))).rejects.toThrow(
    /^State 1 was made by another version of Lotline, or with other settings, and some of its records or pictures are not published any more, .* Install that version and run "npm run build"\.$/,
  )
  expect(current()).toBe('releases/2/public')
})

test('a bounded number of states is kept, and of each release the last one', async () => {
  for (const title of ['3', '4', '5']) await makeRelease(options(), quickSteps(title))
  const states = openStates(siteFolder)
  expect(states.list().map(({ name }) => name)).toEqual(['5', '4', '3', '2', '1'])
  await makeRelease(options(), quickSteps('6'))
  expect(states.list().map(({ name }) => name)).toEqual(['6', '5', '4', '3', '2'])
  await expect(rollBack(options(), '1', quickSteps('x'))).rejects.toThrow('There is no state 1. These are kept: 5 (')
})

test('kept states have a bound in age and bytes, but the current one stays', async () => {
  const states = openStates(siteFolder)
  for (const title of ['3', '4']) await makeRelease(options(), quickSteps(title))
  expect(states.list().every(({ bytes }) => bytes > 0)).toBe(true)
  const of = (name: string) => join(siteFolder, 'states', name, 'state.json')
  const old = JSON.parse(readFileSync(of('2'), 'utf8')) as object
  writeFileSync(of('2'), JSON.stringify({ ...old, builtAt: '2020-01-01T00:00:00Z' }))
  await makeRelease(options(), quickSteps('5'))
  expect(states.list().map(({ name }) => name)).toEqual(['5', '4', '3', '1'])
  const { bytes } = KEPT
  KEPT.bytes = 1
  await makeRelease(options(), quickSteps('6')).finally(() => (KEPT.bytes = bytes))
  expect(states.list().map(({ name }) => name)).toEqual(['6'])
})
