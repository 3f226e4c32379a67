import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexPages, letterOf } from '#snapshot/pages/browse/alphabet.ts'
import { facesOfOrganizations } from '#snapshot/pages/browse/faces.ts'
import { organizationPages, peopleIndex, placePages } from '#snapshot/pages/browse/name-indexes.ts'
import { subjectLetters, subjectPages } from '#snapshot/pages/browse/subject-pages.ts'
import { levelsThatFit, type TreeNode, TREE_LINES } from '#snapshot/pages/browse/tree.ts'
import { anItem, aPerson, aSubject, aZone, anOrganization, archiveOf } from './small-archive.ts'
import { runs } from '../../../setup/length.ts'

describe('the letter of a name', () => {
  test.each([
    ['Émile', 'E'],
    ['“Old” Tom', 'O'],
    ['[unknown]', 'U'],
    ['12 Main', '#'],
    ['Ørsted', 'O'],
    ['Łódź', 'L'],
    ['Đurić', 'D'],
    ['Æthelred', 'A'],
    ['李', '#'],
    ['', '#'],
  ])('%s stands under %s', (name, letter) => expect(letterOf(name)).toBe(letter))
})

test('on top of an index are those with most items, each with a picture of its own', () => {
  const scan = (id: number) => ({ item_scans: [{ id, width: 400, height: 300, version: 'v' }] })
  const at = (...ids: number[]) => ({ organizations: ids.map((id) => ({ id, name: `Org ${id}` })) })
  const archive = archiveOf({
    items: [anItem(1, { ...scan(11), ...at(1, 2) }), anItem(2, { ...scan(12), ...at(2) }), anItem(3, at(3))],
    organizations: [1, 2, 3].map((id) => anOrganization(id, `Org ${id}`)),
  })
  const faces = facesOfOrganizations(archive).map(({ title, type, picture }) => [
    title,
    type,
    picture.src.split('?')[0],
  ])
  expect(faces).toEqual([['Org 2', '2 items', '/media/scan/0/11-320.webp']])
})

test('a maiden name is listed too, and leads to the same page', () => {
  const people = [
    aPerson(1, { first_name: 'Ann', surname: 'Lee (née Brown)' }),
    aPerson(2, { first_name: 'Bess', middle_name: 'born Østby', surname: 'Lee' }),
    aPerson(3, { first_name: 'Cher', surname: '' }),
    aPerson(4, { first_name: 'Dan', surname: 'Newborn Smith' }),
  ]
  const [page] = peopleIndex(people)
  const lines = page!.index.groups.flatMap(({ heading, entries }) =>
    entries.map(({ text, href, note }) => [heading, text, href, note.startsWith('see ') ? note : '']),
  )
  expect(lines).toEqual([
    ['B', 'Brown, Ann', '/person-overview/1/', 'see Lee (née Brown), Ann'],
    ['C', 'Cher', '/person-overview/3/', ''],
    ['L', 'Lee, Bess born Østby', '/person-overview/2/', ''],
    ['L', 'Lee (née Brown), Ann', '/person-overview/1/', ''],
    ['N', 'Newborn Smith, Dan', '/person-overview/4/', ''],
    ['O', 'Østby, Bess', '/person-overview/2/', 'see Lee, Bess born Østby'],
  ])
})

test('other surnames are lines of their own, which are not counted as people', () => {
  const people = [
    aPerson(1, { first_name: 'Jane', middle_name: '(Brown)', surname: 'Smyth' }),
    aPerson(2, { first_name: 'Johann', surname: 'Schmidt or Smith or Smit' }),
    aPerson(3, { first_name: 'John', surname: 'Doe alias Roe' }),
    aPerson(4, { first_name: 'Jane', surname: 'Grey (Mrs. John Hall)' }),
    aPerson(5, { first_name: 'William', middle_name: '(Bill)', surname: 'Dorset', sex: 'male' }),
    aPerson(6, { first_name: 'Mary', middle_name: 'Ann or Anna', surname: 'Orr' }),
  ]
  const [page] = peopleIndex(people)
  const lines = page!.index.groups.flatMap(({ entries }) => entries.filter(({ note }) => note.startsWith('see ')))
  expect(lines.map(({ text, note }) => `${text} ${note}`)).toEqual([
    'Brown, Jane see Smyth, Jane (Brown)',
    'Hall, Jane see Grey (Mrs. John Hall), Jane',
    'Roe, John see Doe alias Roe, John',
    'Smith, Johann see Schmidt or Smith or Smit, Johann',
    'Smit, Johann see Schmidt or Smith or Smit, Johann',
  ])
  expect([page!.index.total, page!.index.count]).toEqual([6, 6])
  expect(page!.description).toContain('6 in all')
  expect(page!.index.letters.filter(({ href }) => href !== '').map(({ letter, count }) => letter + count)).toEqual([
    'B0',
    'D2',
    'G1',
    'H0',
    'O1',
    'R0',
    'S2',
  ])
  const [first, ...parts] = peopleIndex(people, 3)
  expect([first!.index.total, parts.reduce((sum, { index }) => sum + index.count, 0)]).toEqual([6, 6])
})

test('the heading is People; everyone appears once, surname first, with years, same names by birth', () => {
  const [page, ...more] = peopleIndex([
    aPerson(1, { first_name: 'Zoe', surname: 'Abbott', date_of_birth: 18500000 }),
    aPerson(2, { first_name: 'Ann', surname: 'Éclair', date_of_birth: 18340000, date_of_death: 19010000 }),
    aPerson(3, { first_name: 'Gaston' }),
    aPerson(4, { first_name: 'Zoe', surname: 'Abbott', date_of_birth: 18100000 }),
    aPerson(5),
  ])
  expect(more).toEqual([])
  expect(page).toMatchObject({ heading: 'People', address: '/people/', headings: true })
  expect(page!.index.groups.map(({ heading, entries }) => [heading, entries.map((entry) => entry.text)])).toEqual([
    ['A', ['Abbott, Zoe', 'Abbott, Zoe']],
    ['E', ['Éclair, Ann']],
    ['G', ['Gaston']],
    ['U', ['Unnamed person']],
  ])
  expect(page!.index.groups[0]!.entries.map((entry) => entry.href)).toEqual([
    '/person-overview/4/',
    '/person-overview/1/',
  ])
  expect(page!.index.groups[1]!.entries[0]!.note).toBe('1834–1901')
})

test('a long index has a page per letter, linked in sequence, and an overview of surnames', () => {
  const people = Array.from({ length: 40 }, (_, at) =>
    aPerson(at + 1, { first_name: `F${at}`, surname: at < 30 ? `Smith${at % 3}` : 'Abel' }),
  )
  const pages = peopleIndex(people, 20)
  expect(pages.map((page) => page.address)).toEqual(['/people/', '/people/a/', '/people/s/', '/people/s/2/'])
  expect(new Set(pages.map((page) => page.title)).size).toBe(4)
  expect(pages[0]!.index.overview.map(({ letter, count }) => [letter, count])).toEqual([
    ['A', 10],
    ['S', 30],
  ])
  expect(pages[0]!.index.overview[1]!.groups[0]).toEqual({ href: '/people/s/#smith0', text: 'Smith0', count: 10 })
  expect(pages[2]!.index).toMatchObject({ previous: { href: '/people/a/' }, next: { href: '/people/s/2/' } })
})

test('for any names, each entry is on exactly one page, and no page is too long', () => {
  const entry = fc.record({ text: fc.string({ unit: 'binary' }), group: fc.string({ maxLength: 3 }) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (entries, most) => {
      const rows = entries.map((row, at) => ({ ...row, href: `/${at}/`, note: '', key: row.text }))
      const pages = indexPages('/x/', rows, most)
      const lines = pages.flatMap((page) => page.groups.flatMap((group) => group.entries.map(({ href }) => href)))
      expect(lines.toSorted()).toEqual(rows.map((row) => row.href).toSorted())
      for (const page of pages) {
        if (pages.length > 1) expect(page.count).toBeLessThanOrEqual(most)
        const ids = page.groups.map((group) => group.id)
        expect(new Set(ids).size).toBe(ids.length)
      }
    }),
    { numRuns: runs(60) },
  )
})

test('"The" does not count in the name of an organization', () => {
  const [page] = organizationPages([anOrganization(1, 'The Beacon'), anOrganization(2, 'Anchor Mill')])
  expect(page!.index.groups.map(({ heading, entries }) => [heading, entries[0]!.text])).toEqual([
    ['A', 'Anchor Mill'],
    ['B', 'The Beacon'],
  ])
})

test('places are listed by street and number; those without a street last', () => {
  const zones = ['10 Main Street, Bay', '2 MAIN STREET', '', '5 Avenue', '12½ Lake Road'].map((address, at) =>
    aZone(at + 1, address),
  )
  const [page] = placePages(archiveOf({ locations: zones }))
  expect(page!.index.groups.map(({ heading, entries }) => [heading, entries.map((entry) => entry.text)])).toEqual([
    ['Lake Road', ['12½ Lake Road']],
    ['Main Street', ['2 MAIN STREET', '10 Main Street, Bay']],
    ['5 Avenue', ['5 Avenue']],
    ['Other places', ['Zone 3']],
  ])
})

test('many subjects are listed by letter, each once, with its parent and its items; few are a tree', () => {
  const subjects = Array.from({ length: TREE_LINES }, (_, at) =>
    aSubject(at + 1, `${'MRS'[at % 3]}ill ${at}`, at === 0 ? null : 1),
  )
  expect(subjectLetters(archiveOf({ subjects }))).toEqual([])
  const all = [...subjects, aSubject(900, 'Quays')]
  const archive = archiveOf({ subjects: all, items: [anItem(1, { subject: [subjects[1]!] })] })
  const [home, ...letters] = subjectLetters(archive)
  expect(home!.address).toBe('/subjects/')
  expect(home!.index.overview.map(({ href }) => href)).toEqual(letters.map(({ address }) => address))
  // Those with the most items are listed with their number, alphabetically.
  const [ofM, ofQ, ofR] = home!.index.overview.map(({ groups }) => groups)
  expect(ofM).toHaveLength(12)
  expect(ofM![0]).toEqual({ href: '/subjects/1/', text: 'Mill 0', count: 1 })
  expect(ofQ).toEqual([{ href: '/subjects/900/', text: 'Quays', count: 0 }])
  expect(ofR!.slice(0, 2).map(({ text }) => text)).toEqual(['Rill 1', 'Rill 4'])
  expect(home!.overview).toBe('of each letter those with the most items')
  const lines = letters.flatMap(({ index }) => index.groups.flatMap(({ entries }) => entries))
  expect(lines.map(({ href }) => href).toSorted()).toEqual(all.map(({ id }) => `/subjects/${id}/`).toSorted())
  expect(lines.find(({ href }) => href === '/subjects/2/')).toMatchObject({ text: 'Rill 1', note: 'in Mill 0, 1 item' })
  const pages = subjectPages(archive)
  for (const { address } of letters) expect(pages.get(address)!().address).toBe(address)
})

test('a tree shows as many levels as fit', () => {
  const node = (...children: TreeNode[]): TreeNode => ({ id: 1, href: '', text: '', count: 0, all: 0, children })
  const tree = [node(node(node()), node()), node()]
  expect([1, 2, 4, 5, 9].map((most) => levelsThatFit(tree, most))).toEqual([1, 1, 2, 3, 3])
})
