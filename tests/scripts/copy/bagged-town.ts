import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { writeBag, type BagReport } from '../../../scripts/archive/bag.ts'
import { bundleOf, freshArchive, freshFolder, smallPicture } from '../../server/bundle/fresh-archive.ts'
import { townFiles } from '../../server/bundle/town.ts'

export type Town = Awaited<ReturnType<typeof freshArchive>>
export const SECRET = 'Zqsecret'
export const ADDRESS = 'https://archive.example.org'
export const now = new Date('2026-11-26T10:00:00Z')
const hidden = { visibility: 'draft' }

/** The town, and of each kind a draft that something published refers to. */
async function town(): Promise<Town> {
  const made = await freshArchive()
  const files = await townFiles()
  const rows = (name: string) => files[name] as Record<string, unknown>[]
  const [first, fire, wheel] = rows('items.json')
  const folder = await bundleOf({
    ...files,
    'people.csv': `id,first_name,surname,date_of_birth,sex,spouses,visibility
1,Ann,Orr,c. 1850,female,2;9,published
2,Bo,,1848,,1,published
3,Cy,Orr,March 1880,other,,published
9,${SECRET},,,,1,draft
`,
    'ownership.csv': `${String(files['ownership.csv'])}12A,9,1900,${SECRET}\n`,
    'organizations.csv': `id,name,altname,visibility\n1,Mill Co.,,published\n9,${SECRET},,draft\n`,
    'relationships.json': [...rows('relationships.json'), { person1: 9, person2: 3, relationship_type: 'parent' }],
    'graves.json': [...rows('graves.json'), { entry: SECRET, person: 9 }, { entry: SECRET, person: 1, ...hidden }],
    'person_images.json': [
      { person: 1, file: 'images/old.jpg', file_name: `${SECRET}.jpg` },
      ...rows('person_images.json'),
      { person: 1, file: 'images/secret.jpg', ...hidden },
      { person: 9, file: 'images/secret.jpg', file_name: `${SECRET}.jpg` },
    ],
    'employment.json': [...rows('employment.json'), { person: 1, organization: 9, date_start: 1870 }],
    'organization_locations.json': [{ location: 1, organization: 9, date_start: '1835' }],
    'subjects.json': [
      { id: 1, subject_name: SECRET, subject_parent: null, ...hidden },
      { id: 2, subject_name: 'Milling', subject_parent: 1 },
    ],
    'collections.json': [...rows('collections.json'), { id: 9, collection_name: SECRET, hierarchy: 'fond', ...hidden }],
    'items.json': [
      { ...first, people: [3, 9, 1], subject: [2, 1], organizations: [9, 1], creator: 9, contributors: [9, 1] },
      { ...fire, title: SECRET },
      { ...wheel, collection: 9 },
    ],
    'scans.csv': `${String(files['scans.csv'])}2,images/secret.jpg,3,,,\n`,
    'stories/secret.md': `---\ntitle: ${SECRET}\nvisibility: draft\n---\n\nNot yet.\n`,
    'images/old.jpg': await smallPicture('#010203'),
    'images/secret.jpg': await smallPicture('#040506'),
  })
  const { imported, issues } = await importBundle({ folder, ...made })
  expect([imported, issues]).toEqual([true, []])
  return made
}

export const bag = (
  from: Town,
  folder: string,
  more: Partial<Parameters<typeof writeBag>[0]> = {},
): Promise<BagReport> =>
  writeBag({
    ...{ folder, ...from, address: ADDRESS, now, isPrivate: false },
    writeSite: async (site) => {
      await site.write('OPEN.html', '<!doctype html><p>The site')
      await site.write('media/scan/0/1.jpg', await smallPicture())
    },
    ...more,
  })

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
export const sums = (folder: string, name = 'manifest-sha256.txt') =>
  spawnSync('sha256sum', ['--quiet', '-c', name], { cwd: folder, encoding: 'utf8' })
export const textsOf = (folder: string) =>
  filesIn(folder)
    .map((path) => `${path}\n${readFileSync(join(folder, path), 'latin1')}`)
    .join('\n')

export async function baggedTown() {
  const [first, folder] = [await town(), await freshFolder()]
  return { first, folder, report: await bag(first, folder) }
}
