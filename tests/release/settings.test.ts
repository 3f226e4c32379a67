import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { StoredSettings } from '#contract/settings.ts'
import { makeRelease } from '#release/make-release.ts'
import { readSettings, settingsVersion, useSettings } from '#release/settings.ts'
import { society } from '#society'
import { openTestArchive } from '../server/fixtures.ts'
import { quickSteps } from './fake-steps.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

const NAME = society.name
const patience = { tries: 1, wait: 1 }
afterEach(() => {
  useSettings({})
})

/** A server that answers everything alike. */
async function serverThat(status: number, body: string): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a server without settings, or with odd ones: those of the code', async () => {
  expect(await readSettings(await serverThat(404, '{"detail":"Not found."}'), patience)).toEqual({})
  expect(await readSettings(await serverThat(200, '<!doctype html>'), patience)).toEqual({})
  const odd = JSON.stringify({ name: '', palette: 'pink', town: 'Perth', zoom: '15', unknown: 1 })
  expect(await readSettings(await serverThat(200, odd), patience)).toEqual({ town: 'Perth' })
})

test('a server that is down makes no pages with the wrong name', async () => {
  await expect(readSettings('http://127.0.0.1:9', patience)).rejects.toThrow()
})

test('the settings of the archive come through its API', async () => {
  const town = await openTestArchive()
  onTestFinished(() => town.close())
  const { version } = (await town.send('/api/settings/form/', { as: 'administrator' })).json as { version: string }
  const headers = { 'if-match': `"${version}"` }
  const body = { name: 'Perth Museum', zoom: 16 }
  await town.send('/api/settings/', { method: 'PATCH', as: 'administrator', headers, body })
  await town.app.listen({ port: 0, host: '127.0.0.1' })
  const api = `http://127.0.0.1:${(town.app.server.address() as AddressInfo).port}`
  expect(await readSettings(api)).toEqual({ name: 'Perth Museum', zoom: 16 })
})

test('a build uses them, and other settings make the next one a full build', async () => {
  const siteFolder = await freshFolder()
  const names: string[] = []
  const build = (settings: StoredSettings) =>
    makeRelease(
      { siteFolder, api: 'http://api.test', source: 'test', apiBase: '', site: 'https://a.example', incremental: true },
      quickSteps('page', {
        settings: async () => settings,
        pages: async (options) => {
          names.push(society.name)
          return await quickSteps('page').pages(options)
        },
      }),
    )
  const first = await build({})
  expect([first.settings, settingsVersion()]).toEqual(['', ''])
  const named = await build({ name: 'Perth Museum' })
  expect(named.settings).toMatch(/^[0-9a-f]{16}$/)
  expect(named.update).toBeNull()
  await build({})
  expect(names).toEqual([NAME, 'Perth Museum', NAME])
})
