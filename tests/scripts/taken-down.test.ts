import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolderWriter } from '#release/copy/folder-writer.ts'
import { makeCopy } from '#release/copy/make-copy.ts'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import { makeRelease } from '#release/make-release.ts'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { writeBag } from '../../scripts/archive/bag.ts'
import { openMadeFrom } from '../../scripts/build-site/made-from.ts'
import { seedOptions, SITE_URL } from '../release/seed-site.ts'
import type { TestArchive } from '../server/fixtures.ts'
import { withVersion } from '../server/walk/current-version.ts'
import { openServedTown, REPLACED_SCAN, VERSIONS, WITHDRAWN } from './withdrawn-town.ts'

/** What is taken down goes everywhere: from the server, catalogues, caches, other hosts, and copies. */
let town: TestArchive
let served: FastifyInstance
let api: string
beforeAll(async () => void ({ town, served, api } = await openServedTown()), 300_000)
afterAll(async () => {
  await served.close()
  await town.close()
})

const scan = (id: number, version: string) => ({
  pictures: [
    `/api/scan/image/${id}/`,
    `/api/scan/image/${id}/?width=320&format=webp`,
    `/media/scan/77/${id}.jpg`,
    `/media/scan/77/${id}-320.webp`,
    `${imageService('', id, version)}/info.json`,
    `${imageService('', id, version)}/full/max/0/default.jpg`,
    `${imageService('', id, version)}/0,0,512,512/512,512/0/default.jpg`,
  ],
  files: [`media/scan/77/${id}.jpg`],
})
/** Of each kind: the record, how it is taken down, its addresses and files, and words that no other record has. */
const KINDS = {
  picture: {
    ...scan(REPLACED_SCAN, VERSIONS.replaced),
    ...{ record: `scans/${REPLACED_SCAN}`, pages: [], marks: [VERSIONS.replaced], words: [] },
  },
  item: {
    ...scan(WITHDRAWN, VERSIONS.withdrawn),
    record: `items/${WITHDRAWN}`,
    pages: [`/itemview/${WITHDRAWN}/`, `/iiif/item/${WITHDRAWN}/manifest.json`],
    marks: ['zephyrqu', 'quandrif', 'wd-7707', `itemview/${WITHDRAWN}/`, VERSIONS.withdrawn],
    words: ['zephyrquill', 'quandrifuge'],
  },
  person: {
    ...{ record: `people/${WITHDRAWN}`, pages: [`/person-overview/${WITHDRAWN}/`], words: ['vexhollow'] },
    marks: ['vexhollo', `person-overview/${WITHDRAWN}/`, VERSIONS.portrait],
    pictures: [`/api/people/images/${WITHDRAWN}/`, `/media/person/77/${WITHDRAWN}.jpg`],
    files: [`media/person/77/${WITHDRAWN}.jpg`],
  },
}
/** Of their originals, too, which bags name by checksum. */
const MARKS = [...Object.values(KINDS).flatMap(({ marks }) => marks), ...['b', 'c', 'd'].map((each) => each.repeat(64))]

const build = () => makeRelease(seedOptions(town.folder, api))
const status = async (url: string) => (await served.inject(url)).statusCode
const text = async (url: string) => (await served.inject(url)).body.toLowerCase()
/** Files of a folder that tell something that was taken down, or are of its pictures; unpacked. */
function telling(root: string): string[] {
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return found.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name)
    const bytes = readFileSync(file)
    if (name.endsWith('.br')) return []
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
    const packed = plain.toString('latin1').replace(/"!([\w+/=]+)"/g, (_, base64: string) => {
      const inside = Buffer.from(base64, 'base64')
      return (inside[0] === 0x1f && inside[1] === 0x8b ? gunzipSync(inside) : inside).toString('latin1')
    })
    const told = `${file.slice(root.length)} ${packed}`.toLowerCase()
    const mark = [...MARKS, 'scan/77/7707', 'scan/77/7708', 'person/77/7707'].find((each) => told.includes(each))
    return mark ? [`${file.slice(root.length)}: ${mark}`] : []
  })
}
const current = () => realpathSync(join(town.folder, 'site/current'))
const at = (name: string) => join(town.folder, name)

async function deploy() {
  const host = {
    ...openMadeFrom({ dataDir: town.folder }, api),
    ...{ edition: 'alone' as const, site: SITE_URL, onMissing: () => {} },
  }
  return deploySite({ site: current(), host, openTarget: (from) => openDeployTarget(at('www'), from, {}) })
}
async function copy(name: string) {
  const folder = await openFolderWriter(at(name), { now: new Date() })
  const from = openMadeFrom({ dataDir: town.folder }, api)
  await makeCopy({ ...from, site: current(), live: SITE_URL, day: 'today', folder, maps: true, small: false })
  await folder.finish()
  return telling(at(name))
}
const bag = () =>
  writeBag({
    ...{ folder: at('bag'), db: town.db, media: town.media, address: SITE_URL, now: new Date(), isPrivate: false },
    writeSite: async () => ({ missing: [] }),
  })

test('a picture, an item and a person that are taken down are nowhere any more, and catalogues and caches are told', async () => {
  await build()
  await deploy()
  await bag()
  for (const told of [await copy('copy'), telling(at('www'))]) expect(told.length).toBeGreaterThan(10)
  expect(telling(at('bag')).join('\n')).toMatch(/records[^]*originals|originals[^]*records/)
  for (const { pages, pictures, files } of Object.values(KINDS)) {
    for (const url of [...pages, ...pictures]) expect(await status(url), url).toBe(200)
    for (const file of files) expect(existsSync(join(at('www'), file)), file).toBe(true)
  }

  for (const [kind, { record, pages, pictures, words, marks }] of Object.entries(KINDS)) {
    const url = `/api/records/${record}/`
    const { count } = (await town.send(`${url}uses/`, { as: 'staff' })).json as { count: number }
    const headers = await withVersion(town, url, { 'if-match': '{version}' })
    const body = { reason: 'The family asks.', uses: count }
    expect((await town.send(`${url}takedown/`, { method: 'POST', body, headers, as: 'staff' })).status).toBe(204)
    // At once, before any build.
    for (const address of [...pages, ...pictures]) expect(await status(address), `${kind} ${address}`).toBe(410)
    for (const word of words)
      for (const list of ['items', 'people', 'search'])
        expect(await text(`/api/${list}/?${list === 'search' ? 'q' : 'search'}=${word}`), list).not.toMatch(
          new RegExp(marks.join('|')),
        )
    // The address of a picture, which answers 410, stays in pages until the next build.
    if (kind !== 'picture') expect(await text('/feed.xml')).not.toMatch(new RegExp(marks.join('|')))
  }
  for (const kind of ['items', 'people']) {
    const query = `verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:localhost:${kind}/${WITHDRAWN}`
    expect(await text(`/oai?${query}`), kind).toContain('status="deleted"')
  }

  const { changed } = await build()
  const gone = [...changed.written, ...changed.added, ...changed.removed].join('\n')
  for (const page of ['/itemview/7707/', '/person-overview/7707/', '/itemview/1/', '/iiif/item/7707/manifest.json'])
    expect(gone, page).toContain(page)
  expect(telling(current())).toEqual([])
  const { orderedItems } = JSON.parse((await served.inject('/dump/iiif-changes-0.json')).body) as Record<
    string,
    object[]
  >
  const manifest = { id: `${SITE_URL}/iiif/item/${WITHDRAWN}/manifest.json`, type: 'Manifest' }
  expect(orderedItems).toContainEqual({ type: 'Delete', object: manifest, endTime: expect.any(String) })

  const { purge } = await deploy()
  for (const { pages, files } of Object.values(KINDS)) {
    expect(purge).toEqual(expect.arrayContaining(pages))
    // Caches know a picture by its version.
    for (const file of files) expect(purge.join('\n')).toContain(`/${file}?v=`)
  }
  await bag()
  for (const told of [telling(at('www')), telling(at('bag')), await copy('copy'), await copy('new copy')])
    expect(told).toEqual([])
}, 300_000)
