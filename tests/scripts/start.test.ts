import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { codeVersion } from '#release/code-version.ts'
import { readConfig } from '#server/config.ts'
import { startOwnApi } from '../../scripts/build-site/own-api.ts'
import { apiBase, siteAddress } from '../../scripts/build-site/site-address.ts'
import { lacksDemoMaps, wantsDemo } from '../../scripts/start/demo-folders.ts'
import { needsBuild } from '../../scripts/start/needs-build.ts'
import { portProblem, tryPort } from '../../scripts/start/port.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let folder: string
beforeEach(async () => (folder = await freshFolder()))

describe('the demo town is made', () => {
  const wanted = (environment: Record<string, string>) =>
    wantsDemo(readConfig({ DATA_DIR: folder, ...environment }), environment)

  test('at a first start only, and never where it must not be', async () => {
    expect(await wanted({})).toBe(true)
    expect(await wanted({ DEMO: '1' })).toBe(true)
    expect(await wanted({ DEMO: '0' })).toBe(false)
    expect(await wanted({ NODE_ENV: 'production' })).toBe(false)
    expect(await wanted({ NODE_ENV: 'production', DEMO: '1' })).toBe(false)
    expect(await wanted({ API_URL: 'https://api.example' })).toBe(false)
    writeFileSync(join(folder, 'archive.db'), '')
    expect(await wanted({})).toBe(false)
  })

  test('again where a start was interrupted', async () => {
    writeFileSync(join(folder, 'archive.db'), '')
    mkdirSync(join(folder, 'demo-town-unfinished'))
    expect(await wanted({})).toBe(true)
  })

  test('only its last maps where it was interrupted after the import', async () => {
    writeFileSync(join(folder, 'archive.db'), '')
    mkdirSync(join(folder, 'demo-maps-unfinished'))
    const lacks = (environment: Record<string, string>) =>
      lacksDemoMaps(readConfig({ DATA_DIR: folder, ...environment }), environment)
    expect(await wanted({})).toBe(false)
    expect(lacks({})).toBe(true)
    expect(lacks({ DEMO: '0' })).toBe(false)
    expect(lacks({ NODE_ENV: 'production' })).toBe(false)
  })
})

test('a start builds when there is no site, when the code, the address or the archive changed, and not otherwise', async () => {
  const config = readConfig({ DATA_DIR: folder })
  expect(await needsBuild(config)).toMatch(/no pages/)
  const own = await startOwnApi(config)
  const { counter } = await createClient({ base: own.address }).call('changes')
  await own.close()
  const report = { code: codeVersion(), site: siteAddress(config), counter }
  const current = join(folder, 'site', 'releases', '1')
  mkdirSync(join(current, 'public'), { recursive: true })
  symlinkSync('releases/1/public', join(folder, 'site', 'current'))
  const built = (changed: object) => {
    writeFileSync(join(current, 'build-report.json'), JSON.stringify({ ...report, ...changed }))
    return needsBuild(config)
  }
  expect(await built({ code: 'older' })).toMatch(/Lotline itself/)
  expect(await built({ site: 'https://elsewhere.example' })).toMatch(/address/)
  expect(await built({ counter: counter + 1 })).toMatch(/archive has changed/)
  expect(await needsBuild(config, { changesLater: true })).toBeUndefined()
  expect(await built({})).toBeUndefined()
})

test('pages name the API only where it is another origin than the site', () => {
  const base = (given: Record<string, string>) => apiBase(readConfig(given))
  expect(base({})).toBe('')
  expect(base({ API_URL: 'https://town.example', SITE_URL: 'https://town.example' })).toBe('')
  expect(base({ API_URL: 'https://api.example/v1' })).toBe('https://api.example/v1')
})

test('a port in use is told in one sentence', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const problem = await tryPort({ host: '127.0.0.1', port }).catch((each: unknown) => each)
  expect(portProblem(problem, port)).toContain(`Port ${port} is in use`)
  await new Promise((resolve) => other.close(resolve))
  await expect(tryPort({ host: '127.0.0.1', port })).resolves.toBeUndefined()
  expect(portProblem(new Error('other'), port)).toBeUndefined()
})
