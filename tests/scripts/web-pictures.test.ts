import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { fetchWebPictures } from '../../scripts/archive/web-pictures.ts'
import { archive, environmentOf } from './run-archive.ts'

const PICTURE = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#345' } })
  .jpeg()
  .toBuffer()
let server: Server
let other: Server
let root: string
/** Paths that were asked for. */
let asked: string[]
const hostOf = (each: Server) => `127.0.0.1:${(each.address() as AddressInfo).port}`

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'lotline-web-'))
  asked = []
  other = createServer((_, answer) => {
    asked.push('other')
    answer.end(PICTURE)
  })
  server = createServer(({ url = '' }, answer) => {
    asked.push(url)
    if (url.startsWith('/moved')) answer.writeHead(302, { location: '/a.jpg' }).end()
    else if (url.startsWith('/away')) answer.writeHead(302, { location: `http://${hostOf(other)}/x.jpg` }).end()
    else if (url.startsWith('/round')) answer.writeHead(302, { location: '/round' }).end()
    else if (url.startsWith('/page')) answer.end('<html>')
    else if (url.startsWith('/large')) answer.end(Buffer.alloc(9000))
    else if (url.startsWith('/gone')) answer.writeHead(404).end()
    else answer.end(PICTURE)
  })
  for (const each of [server, other]) await new Promise<void>((done) => each.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  for (const each of [server, other]) each.close()
  rmSync(root, { recursive: true, force: true })
})

test('pictures of a named host are fetched once; what fails is named', async () => {
  const folder = join(root, 'pictures')
  const hosts = [hostOf(server)]
  const limits = { ...SCAN, maximumBytes: 8000 }
  const paths = ['a.jpg', 'moved.jpg', 'away.jpg', 'round', 'page', 'large.jpg', 'gone.jpg']
  const addresses = [
    ...paths.map((path) => `http://${hosts[0]}/${path}`),
    `http://${hostOf(other)}/b.jpg`,
    'no address',
  ]
  const failed = await fetchWebPictures(addresses, { hosts, folder, limits })
  expect(failed.map((each) => each.replace(/^http:\/\/[\d.:]+\//, '').replace(/\d+(?= bytes)/, 'n'))).toEqual([
    `away.jpg: It leads to ${hostOf(other)}, which was not named`,
    'round: The server sends us from address to address',
    expect.stringMatching(/^page: .+/),
    expect.stringMatching(/^large\.jpg: .+/),
    'gone.jpg: The server answered 404',
  ])
  const there = readdirSync(folder).filter((name) => !name.startsWith('.'))
  expect(there.map((name) => name.replace(/[0-9a-f]{12}/, '…')).sort()).toEqual(['a-….jpeg', 'moved-….jpeg'])
  expect(asked).not.toContain('other')

  asked = []
  await fetchWebPictures(addresses.slice(0, 2), { hosts, folder, limits })
  expect(asked).toEqual([])
})

test('an import says what is on the web, and fetches it from the server that somebody names', async () => {
  const env = environmentOf(root)
  const picture = `http://${hostOf(server)}/iiif/mill/full/max/0/default.jpg`
  const manifest = {
    ...{ '@context': 'http://iiif.io/api/presentation/3/context.json', id: 'https://example.org/m', type: 'Manifest' },
    label: { en: ['The mill'] },
    items: [{ items: [{ items: [{ body: { id: picture, type: 'Image' } }] }] }],
  }
  writeFileSync(join(root, 'manifest.json'), JSON.stringify(manifest))
  const dry = await archive(env, 'import', 'manifest.json', '--dry-run', '--pictures', hostOf(server))
  expect(dry.out).toContain(`1 picture on ${hostOf(server)} is not here: the addresses are in the notes.`)
  expect(asked).toEqual([])
  const done = await archive(env, 'import', 'manifest.json', '--pictures', hostOf(server))
  expect(done.out).toContain('scans: 1 new')
  expect(done.out).toContain('Imported.')
  expect(asked).toEqual(['/iiif/mill/full/max/0/default.jpg'])
  expect(readdirSync(join(root, 'manifest-pictures'))).toEqual([expect.stringMatching(/^mill-[0-9a-f]{12}\.jpeg$/)])
})
