import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { createApp } from '#server/app.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { readConfig } from '#server/config.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from '../../server/bundle/fresh-archive.ts'
import { ADDRESS, SECRET, type Town, bag, baggedTown, filesIn, sums, textsOf } from './bagged-town.ts'

test('a bag has the form of RFC 8493, and sha256sum checks it', async () => {
  const { folder } = await baggedTown()
  expect(readFileSync(join(folder, 'bagit.txt'), 'utf8')).toBe(
    'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
  )
  const payload = filesIn(join(folder, 'data'))
  const bytes = payload.reduce((sum, path) => sum + statSync(join(folder, 'data', path)).size, 0)
  const info = readFileSync(join(folder, 'bag-info.txt'), 'utf8')
  expect(info).toContain(`Payload-Oxum: ${bytes}.${payload.length}\n`)
  expect(info).toContain('Bagging-Date: 2026-11-26\n')
  expect(info).toContain('Source-Organization: Local History Society\n')
  const listed = readFileSync(join(folder, 'manifest-sha256.txt'), 'utf8').trim().split('\n')
  expect(listed.map((line) => line.slice(66)).sort()).toEqual(payload.map((path) => `data/${path}`).sort())
  for (const name of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) expect(sums(folder, name).status).toBe(0)
  const tags = readFileSync(join(folder, 'tagmanifest-sha256.txt'), 'utf8')
  for (const name of ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt', 'OPEN.html', 'README.txt'])
    expect(tags).toContain(`  ${name}\n`)
})

test('it says what it is to people and to programs', async () => {
  const { folder } = await baggedTown()
  const readme = readFileSync(join(folder, 'README.txt'), 'utf8')
  for (const words of ['A copy of 26 November 2026', ADDRESS, '2 items', 'Creative Commons Attribution 4.0'])
    expect(readme).toContain(words)
  const open = readFileSync(join(folder, 'OPEN.html'), 'utf8')
  expect(open).toContain('href="data/site/index.html"')
  for (const text of [readme, open, readFileSync(join(folder, 'bag-info.txt'), 'utf8')])
    expect(text).not.toMatch(/undefined|\{\w+\}|NOT FOR THE PUBLIC|MISSING/)
  const crate = JSON.parse(readFileSync(join(folder, 'data/ro-crate-metadata.json'), 'utf8')) as {
    '@graph': { '@id': string }[]
  }
  const ids = crate['@graph'].map((entity) => entity['@id'])
  expect(ids.slice(0, 2)).toEqual(['ro-crate-metadata.json', './'])
  expect(crate['@graph'][0]).toMatchObject({ conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' } })
  const references = JSON.stringify(crate['@graph'][1]).match(/(?<="@id":")[^"]+/g)
  expect(ids).toEqual(expect.arrayContaining(references!))
})

test('it holds nothing that is not public; a private bag does, and says so first', async () => {
  const { first, folder, report } = await baggedTown()
  expect(report.problems).toEqual([])
  expect(textsOf(folder)).not.toContain(SECRET)
  const { db, media } = first
  const secret = await db
    .selectFrom('original')
    .select('sha256')
    .where('file_name', 'in', ['old.jpg', 'secret.jpg', `${SECRET}.jpg`])
    .execute()
  expect(secret).toHaveLength(2)
  for (const { sha256 } of secret) expect(textsOf(folder)).not.toContain(sha256)
  const safe = await freshFolder()
  await bag({ ...first, db, media }, safe, { isPrivate: true })
  expect(readFileSync(join(safe, 'data/records/people.json'), 'utf8')).toContain(SECRET)
  for (const name of ['README.txt', 'OPEN.html'])
    expect(readFileSync(join(safe, name), 'utf8')).toContain('THIS COPY IS NOT FOR THE PUBLIC')
  expect(readFileSync(join(safe, 'bag-info.txt'), 'utf8')).toContain('with what only its staff may see')
  for (const { sha256 } of secret) expect(textsOf(join(safe, 'data'))).toContain(sha256)
  await expect(bag(first, safe)).rejects.toThrow('holds another kind of copy (private bag)')
})

const LISTS = [
  ...(['items', 'people', 'organizations', 'locations', 'lots', 'ownership', 'relationships', 'employment'] as const),
  ...(['organizationLocations', 'heritage', 'locationDescriptions', 'plaques', 'subjects', 'collections'] as const),
  'stories' as const,
]
/** What is read from the history of changes, which is not in a bundle. */
const ofHistory = (list: string) => ['updated_at', ...(list === 'stories' ? ['published_at'] : [])]

async function publicAnswers({ db, media, mediaFolder }: Town): Promise<Record<string, unknown>> {
  const app = await createApp(readConfig({ DATA_DIR: join(mediaFolder, '..') }), { db, media })
  try {
    const answers = LISTS.map(async (name) => {
      const { statusCode, body } = await app.inject(endpoints[name].path)
      const known = JSON.parse(body, (key, value: unknown) =>
        ofHistory(name).includes(key) ? undefined : value,
      ) as unknown
      return [name, { statusCode, known }] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  } finally {
    await app.close()
  }
}

test('an archive that is made of it shows the same, and has the same originals', async () => {
  const { first, folder } = await baggedTown()
  const second = await freshArchive()
  const { imported, issues, unread } = {
    unread: [],
    ...(await importBundle({ folder: join(folder, 'data/records'), ...second })),
  }
  expect([imported, issues, unread]).toEqual([true, [], []])
  const [before, after] = [await publicAnswers(first), await publicAnswers(second)]
  expect(Object.values(before).map((answer) => (answer as { statusCode: number }).statusCode)).toEqual(
    LISTS.map(() => 200),
  )
  expect(after).toEqual(before)
  expect(JSON.stringify(before)).toContain('The mill')
  const originals = filesIn(join(folder, 'data/originals'))
  expect(originals).toHaveLength(3)
  expect(filesIn(join(second.mediaFolder, 'originals'))).toEqual(originals)
  for (const path of originals)
    expect(readFileSync(join(second.mediaFolder, 'originals', path))).toEqual(
      readFileSync(join(folder, 'data/originals', path)),
    )
})

test('only records in a bag may name files beside them', async () => {
  const rows = { 'items.json': [{ id: 1, type: 'object' }], 'scans.json': [{ item: 1, file: '../originals/mill.jpg' }] }
  const elsewhere = await bundleOf({
    'records/items.json': rows['items.json'],
    'records/scans.json': rows['scans.json'],
    'originals/mill.jpg': await smallPicture(),
  })
  const { issues } = await importBundle({ folder: join(elsewhere, 'records'), ...(await freshArchive()) })
  expect(issues.map(({ reason }) => reason)).toEqual([
    'The path ../originals/mill.jpg leaves the folder of the bundle.',
  ])
})

test('repeated, it writes nothing; on another day, only what says the day', async () => {
  const { first, folder } = await baggedTown()
  expect(await bag(first, folder)).toMatchObject({ writtenFiles: 0, writtenBytes: 0 })
  const { writtenFiles } = await bag(first, folder, { now: new Date('2026-11-27T10:00:00Z') })
  expect(writtenFiles).toBe(6)
})

test('an original that is missing or damaged in the media store is named, and the bag says so', async () => {
  const { first, folder } = await baggedTown()
  const [one, other] = filesIn(join(folder, 'data/originals'))
  const paths = [one!, other!].map((path) => join(first.mediaFolder, 'originals', path))
  rmSync(paths[0]!)
  writeFileSync(paths[1]!, 'damaged')
  const fresh = await freshFolder()
  const { problems } = await bag(first, fresh)
  expect(problems).toEqual([`data/originals/${one}`, `data/originals/${other}`])
  expect(readFileSync(join(fresh, 'README.txt'), 'utf8')).toContain(`MISSING OR DAMAGED: ${problems.join(', ')}`)
  expect(sums(fresh).status).toBe(0)
  // A copy that has them keeps them.
  expect((await bag(first, folder)).problems).toEqual([])
  expect(filesIn(join(folder, 'data/originals'))).toHaveLength(3)
})
