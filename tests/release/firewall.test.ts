import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { checkInThreads } from '#release/files/file-thread.ts'
import { LeakFound, checkFiles } from '#release/firewall.ts'
import { makeRelease } from '#release/make-release.ts'
import { inTransaction } from '#server/database/write.ts'
import { readSecrets } from '#server/publishing/secrets.ts'
import { addRecords } from '../server/fixtures.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { useArchive } from '../server/use-archive.ts'
import { ALL } from '../setup/length.ts'
import { seedOptions, seedSite } from './seed-site.ts'

const archive = useArchive()
const BIOGRAPHY = 'Kept every single key of the boat club in a jar behind the clock.'
let build: (full?: boolean) => ReturnType<typeof makeRelease>
const page = (address: string) =>
  readFileSync(join(realpathSync(join(archive.folder, 'site/current')), address, 'index.html'), 'utf8')

beforeAll(async () => {
  await addRecords(archive.db, {
    person: [{ id: 501, first_name: 'Vera', surname: 'Quill', date_of_birth: 19580713, biography: BIOGRAPHY }],
    person_image: [{ id: 501, person_id: 501, sha256: 'a'.repeat(64), version: 'portrait501' }],
    items: [{ id: 51, title: 'A picnic', people: [501] }],
  })
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await seedSite(archive.folder)
  const secrets = () => readSecrets(archive.db)
  build = (full = false) => makeRelease({ ...seedOptions(archive.folder, api), secrets, incremental: !full })
}, 300_000)

test('a site that tells the name only is published; one with a planted leak is not, and says where it is', async () => {
  await build()
  expect(page('person-overview/501')).toMatch(/only the name is shown/)
  expect(page('person-overview/501')).toContain('<meta name="robots" content="noindex"')
  expect(page('itemview/51')).toContain('Vera Quill')
  const planted = { title: 'A picnic', general_description: `As somebody wrote: ${BIOGRAPHY}` }
  await archive.db.updateTable('item').set(planted).where('id', '=', 51).execute()
  for (const full of ALL ? [false, true] : [false]) {
    const problem = await build(full).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(LeakFound)
    expect((problem as Error).message).toMatch(
      /not published.*\n.*person 501 \(Vera Quill\).*kept every single key.*\/itemview\/51\//,
    )
    expect(page('itemview/51')).not.toContain('As somebody wrote')
  }
  await archive.db.updateTable('person').set({ living: 'shown', privacy: 'full' }).where('id', '=', 501).execute()
  await build()
  expect(page('itemview/51')).toContain('As somebody wrote')
  expect(page('person-overview/501')).toContain('13 July 1958')
}, 120_000)

test('what becomes private is looked for in pages that stay as they are', async () => {
  const person = {
    id: 502,
    first_name: 'Bram',
    surname: 'Oude',
    date_of_death: 19000101,
    biography: 'Rowed the ferry for half a life and never learned how to swim.',
  }
  await addRecords(archive.db, {
    person: [person],
    items: [{ id: 52, title: 'A ferry', general_description: person.biography }],
  })
  await build()
  const choose = (living: 'private' | '') =>
    inTransaction(archive.db, (trx) => trx.updateTable('person').set({ living }).where('id', '=', 502).execute())
  await choose('private')
  const problem = await build().catch((error: unknown) => error)
  expect((problem as Error).message).toMatch(/person 502 \(Bram Oude\).*rowed the ferry.*\/itemview\/52\//)
  await choose('')
  await build()
}, 120_000)

test('the entries of the search index are read, too', async () => {
  const root = await freshFolder()
  mkdirSync(join(root, 'pagefind/fragment'), { recursive: true })
  const file = 'pagefind/fragment/en_1.pf_fragment'
  writeFileSync(join(root, file), gzipSync(JSON.stringify({ content: BIOGRAPHY })))
  const check = () =>
    checkFiles(root, [file], { secrets: [{ record: 'person 1', texts: [BIOGRAPHY] }], shown: { names: [], texts: [] } })
  expect(check).toThrow(LeakFound)
})

test('old addresses are read, too', async () => {
  const root = await freshFolder()
  writeFileSync(join(root, '_redirects'), `/blog/${BIOGRAPHY.toLowerCase().replaceAll(' ', '-')} /itemview/1/ 301\n`)
  const secrets = { secrets: [{ record: 'person 1', texts: [BIOGRAPHY] }], shown: { names: [], texts: [] } }
  expect(() => checkFiles(root, ['_redirects'], secrets)).toThrow(LeakFound)
})

test('of a whole site every file is read, in whichever thread', async () => {
  const root = await freshFolder()
  const files = ['a.html', 'b.html', 'c.html']
  const secrets = { secrets: [{ record: 'person 1', texts: [BIOGRAPHY] }], shown: { names: [], texts: [] } }
  for (const file of files) writeFileSync(join(root, file), 'Nothing.')
  await checkInThreads(root, files, secrets)
  for (const file of files) {
    writeFileSync(join(root, file), `<p>${BIOGRAPHY}</p>`)
    await expect(checkInThreads(root, files, secrets)).rejects.toThrow(LeakFound)
    writeFileSync(join(root, file), 'Nothing.')
  }
})
