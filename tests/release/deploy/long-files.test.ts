import { spawnSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openFolderWriter, sha256OfFile } from '#release/copy/folder-writer.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import type { DeployFile } from '#release/deploy/target.ts'
import { s3Variables } from '#s3/settings.ts'
import { createReadApi } from '../../../scripts/build-site/made-from.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { seldom } from '../../setup/seldom.ts'

const MB = 1024 ** 2
const CHUNK = Buffer.alloc(MB, 7)
/** Sends as many megabytes as its address says, and half of them below /cut/. */
const server = createServer((request, response) => {
  const [, kind, count] = request.url!.split('/')
  response.writeHead(200, { 'content-length': Number(count) * MB })
  let left = kind === 'cut' ? Number(count) / 2 : Number(count)
  const send = (): void => {
    while (left > 0) if ((left--, !response.write(CHUNK))) return void response.once('drain', send)
    return kind === 'cut' ? void response.destroy() : void response.end()
  }
  send()
})
beforeAll(async () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())
const readApi = (address: string) =>
  createReadApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)(address)
const sum = (megabytes: number) =>
  Array.from({ length: megabytes })
    .reduce<Hash>((hash) => hash.update(CHUNK), createHash('sha256'))
    .digest('hex')
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'lotline-long-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const fileAt = (address: string): DeployFile => ({
  ...{ path: 'media/file/1/a.mp3', gzipped: false, hash: 'v1' },
  read: async () => ({ content: (await readApi(address))!, hash: 'v1' }),
})

/** The most memory for buffers, in megabytes, that some work takes, with those of the server here that are not collected yet. */
async function most(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)), 2)
  await work().finally(() => clearInterval(timer))
  return (peak - before) / MB
}

seldom.each(['a folder', ...(spawnSync('rsync', ['--version']).status === 0 ? ['rsync'] : [])])(
  'a recording of 300 MB is deployed to %s without being held in memory',
  async (kind) => {
    const to = folder()
    const target = openDeployTarget(kind === 'rsync' ? `rsync:${to}` : to, '/nowhere', {})
    const done: string[] = []
    const taken = await most(() => target.upload([fileAt('/whole/300')], ({ path }) => void done.push(path)))
    expect(done).toEqual(['media/file/1/a.mp3'])
    expect(await sha256OfFile(join(to, 'media/file/1/a.mp3'))).toBe(sum(300))
    expect(taken).toBeLessThan(250)
  },
)

test('to a bucket in parts, as what it is', async () => {
  const store = await freshS3Double('www/')
  const target = openDeployTarget('s3://archive/www', '/nowhere', s3Variables(store.settings))
  await target.upload([fileAt('/whole/40')], () => {})
  const [object] = [...store.objects.values()]
  expect(createHash('sha256').update(object!.body).digest('hex')).toBe(sum(40))
  expect(object!.headers['content-type']).toBe('audio/mpeg')
  expect(store.requests.filter((request) => request.includes('partNumber'))).toHaveLength(3)
})

seldom('a copy gets it without holding it, and not again', async () => {
  const to = folder()
  const write = async () => {
    const writer = await openFolderWriter(to, { now: new Date() })
    await writer.write('media/file/1/a.mp3', () => readApi('/whole/300'), { version: 'v1' })
    return await writer.finish()
  }
  expect(await most(write)).toBeLessThan(250)
  expect(await sha256OfFile(join(to, 'media/file/1/a.mp3'))).toBe(sum(300))
  expect(await write()).toMatchObject({ files: 1, bytes: 300 * MB, writtenFiles: 0 })
})

test('what is cut on its way is no file', async () => {
  const to = folder()
  const target = openDeployTarget(to, '/nowhere', {})
  await expect(target.upload([fileAt('/cut/40')], () => {})).rejects.toThrow()
  expect(statSync(join(to, 'media/file/1/a.mp3'), { throwIfNoEntry: false })).toBeUndefined()
})
