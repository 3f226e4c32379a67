import { expect, test } from 'vitest'
import { collectionIndex, pagesOfCollection } from '#snapshot/pages/browse/collection-pages.ts'
import { decadeOf } from '#rules/dates/partial-dates.ts'
import { decadeIndex, decadePages, decadesOf, typePages } from '#snapshot/pages/browse/decade-pages.ts'
import { type PageEntry, pagePaths } from '#snapshot/pages/page-view.ts'
import { sectionPages } from '#snapshot/pages/browse/section-pages.ts'
import { pagesOfSubject, subjectIndex, subjectPages } from '#snapshot/pages/browse/subject-pages.ts'
import { flatten } from '#snapshot/pages/browse/tree.ts'
import { aCollection, aSubject, anItem, archiveOf } from './small-archive.ts'

const viewsOf = <View>(pages: readonly PageEntry<View>[]): View[] => pages.map(([, view]) => view())

test('pages of a long list: addresses, years and neighbours match, and only the first one counts the items', () => {
  const subject = aSubject(7, 'Mills')
  // 50 of the 1850s, 95 of 1861, 10 of 1868, 5 undated.
  const years = [...Array(50).fill(1853), ...Array(95).fill(1861), ...Array(10).fill(1868), ...Array(5).fill(null)]
  const items = years.map((year: number | null, at) =>
    anItem(at + 1, { subject: [subject], date_start: year && year * 10_000 }),
  )
  const archive = archiveOf({ subjects: [subject], items })
  const views = viewsOf(pagesOfSubject(archive, subject))
  expect(views.map(({ address, title, listing: { label, position, cards } }) => [address, title, label, position, cards.length])).toEqual([
    ['/subjects/7/', 'Mills', '160', '1850s', 50],
    ['/subjects/7/1861/', 'Mills, 1861', '1861', '1861, page 1 of 2', 90],
    ['/subjects/7/1861/2/', 'Mills, 1861, page 2', '1861', '1861, page 2 of 2', 5],
    ['/subjects/7/1868/', 'Mills, 1868', '1868', '1868', 10],
    ['/subjects/7/undated/', 'Mills, undated', 'Undated', 'Undated', 5],
  ]) // prettier-ignore
  const addresses = ['', ...views.map(({ address }) => address), '']
  for (const [at, { listing }] of views.entries()) {
    expect(listing).toMatchObject({ previous: addresses[at], next: addresses[at + 2], isFirst: at === 0 })
    expect(listing.total).toBe(at === 0 ? 160 : undefined)
    expect(listing.from, 'in its years').toBe([1, 1, 91, 1, 1][at])
    expect(listing.index!.map(({ href, text }) => [href, text])).toEqual([
      ['/subjects/7/', '1850s'],
      ['/subjects/7/1861/', '1860s'],
      ['/subjects/7/undated/', 'Undated'],
    ])
    expect(listing.index!.findIndex(({ isCurrent }) => isCurrent)).toBe([0, 1, 1, 1, 2][at])
  }
  expect(views.flatMap(({ listing }) => listing.cards.map(({ id }) => id))).toEqual(items.map(({ id }) => id))
  expect(pagePaths(subjectPages(archive)).map((path) => path.params.page)).toEqual(
    ['7', '7/1861', '7/1861/2', '7/1868', '7/undated'],
  ) // prettier-ignore
})

test('undated items alone have numbered pages', () => {
  const subject = aSubject(7, 'Mills')
  const items = Array.from({ length: 181 }, (_, at) => anItem(at + 1, { subject: [subject], date_start: null }))
  const views = viewsOf(pagesOfSubject(archiveOf({ subjects: [subject], items }), subject))
  expect(views.map(({ address, title, description, listing: { label, position, index } }) => [address, title, description, label, position, index])).toEqual([
    ['/subjects/7/', 'Mills', 'About it', '181', 'Page 1 of 3', undefined],
    ['/subjects/7/2/', 'Mills, page 2', 'About it. Page 2.', 'Page 2 of 3', 'Page 2 of 3', undefined],
    ['/subjects/7/3/', 'Mills, page 3', 'About it. Page 3.', 'Page 3 of 3', 'Page 3 of 3', undefined],
  ]) // prettier-ignore
})

test('an item that comes changes the page of its years and the first one, wherever it belongs', () => {
  const years = Array.from({ length: 3000 }, (_, at) => 1850 + ((at * 7) % 60))
  const itemOf = (year: number, at: number) => anItem(at + 1, { date_start: year * 10_000 })
  const photographs = (some: readonly number[]) =>
    new Map(
      typePages(archiveOf({ items: some.map(itemOf) })).map(([address, view]) => [address, JSON.stringify(view())]),
    )
  const before = photographs(years)
  expect(before.size).toBeGreaterThan(40)
  for (const year of [1850, 1871, 1889, 1909]) {
    const after = photographs([...years, year])
    const changed = [...after].filter(([address, view]) => before.get(address) !== view).map(([address]) => address)
    expect(changed).toEqual([...new Set(['/types/photograph/', year === 1850 ? '/types/photograph/' : `/types/photograph/${year}/`])]) // prettier-ignore
  }
})

test('a list without items is one empty page', () => {
  const [view, ...more] = viewsOf(pagesOfSubject(archiveOf({ subjects: [aSubject(1, 'None')] }), aSubject(1, 'None')))
  expect(more).toEqual([])
  expect(view!.listing).toMatchObject({ total: 0, label: '0', previous: '', next: '', cards: [] })
})

test('the info box of a collection: name, hierarchy, parent and children', () => {
  const collections = [aCollection(1, 'fond'), aCollection(2, 'series', 1), aCollection(3, 'file', 2)]
  const archive = archiveOf({ collections, items: [anItem(1, { collection: collections[2] })] })
  const [view] = viewsOf(pagesOfCollection(archive, collections[1]!))
  expect(view).toMatchObject({
    hierarchy: 'Series',
    parent: { href: '/collections/1/', text: 'Collection 1' },
    below: [{ href: '/collections/3/', hierarchy: 'File', count: 1 }],
    trail: [{ href: '/collection/' }, { href: '/collections/1/' }, { href: '/collections/2/' }],
  })
  expect(collectionIndex(archive).tree).toMatchObject([
    { id: 1, count: 0, all: 1, children: [{ id: 2, children: [{ id: 3 }] }] },
  ])
})

test('a click gives as many items as the tree says: those of a collection or subject and of all below it, each once', () => {
  const collections = [aCollection(1, 'fond'), aCollection(2, 'series', 1), aCollection(3, 'file', 2)]
  const subjects = [aSubject(1, 'Boats'), aSubject(2, 'Ferries', 1), aSubject(3, 'Steam ferries', 2)]
  const items = [
    anItem(1, { collection: collections[2], subject: subjects, date_start: 19_000_000 }),
    anItem(2, { collection: collections[0], subject: [subjects[0]], date_start: 18_900_000 }),
    anItem(3, { collection: collections[1], subject: [subjects[1]] }),
  ]
  const archive = archiveOf({ collections, subjects, items })
  const trees = [flatten(collectionIndex(archive).tree), flatten(subjectIndex(archive).letters[0]!.nodes)]
  const pages = [
    collections.map((each) => viewsOf(pagesOfCollection(archive, each))[0]!),
    subjects.map((each) => viewsOf(pagesOfSubject(archive, each))[0]!),
  ]
  trees.forEach((tree, kind) => {
    expect(tree.map(({ all }) => all)).toEqual([3, 2, 1])
    expect(pages[kind]!.map(({ listing }) => listing.total)).toEqual([3, 2, 1])
    expect(pages[kind]![0]!.below).toMatchObject([{ count: 2 }])
    expect(pages[kind]![0]!.listing.cards.map(({ href }) => href)).toEqual([2, 1, 3].map((id) => `/itemview/${id}/`))
  })
})

test('trees contain each record once, also with cycles or missing parents', () => {
  const subjects = [
    aSubject(1, 'A', 2),
    aSubject(2, 'B', 1),
    aSubject(3, 'C', 3),
    aSubject(4, 'D', 99),
    aSubject(5, 'E', 4),
  ]
  const index = subjectIndex(archiveOf({ subjects }))
  const names = (nodes: { text: string; children: never[] }[]): string[] =>
    nodes.flatMap((node) => [node.text, ...names(node.children)])
  expect(names(index.letters.flatMap((letter) => letter.nodes) as never[]).toSorted()).toEqual([
    'A',
    'B',
    'C',
    'D',
    'E',
  ])
})

test('decades: by start date, else by end date; undated last', () => {
  expect(decadeOf({ date_start: 18991231, date_end: 19050000 })).toBe(1890)
  expect(decadeOf({ date_start: null, date_end: 19050000 })).toBe(1890)
  expect(decadeOf({ date_start: null, date_end: 18990000 })).toBe(1890)
  const archive = archiveOf({
    items: [
      anItem(1),
      anItem(2, { date_start: 19010000 }),
      anItem(3, { date_start: 18500300 }),
      anItem(4, { date_start: 19000000 }),
    ],
  })
  expect(decadesOf(archive).map(({ start, items }) => [start, items.map((each) => each.id)])).toEqual([
    [1850, [3]],
    [1900, [4, 2]],
    [null, [1]],
  ])
  expect(decadeIndex(archive).decades.map(({ href, count }) => [href, count])).toEqual([
    ['/decades/1850s/', 1],
    ['/decades/1900s/', 2],
    ['/decades/undated/', 1],
  ])
  expect(viewsOf(decadePages(archive, decadesOf(archive)[2]!))[0]).toMatchObject({
    heading: 'Undated items',
    address: '/decades/undated/',
  })
})

test('only types with items have a page', () => {
  const views = viewsOf(typePages(archiveOf({ items: [anItem(1), anItem(2, { type: 'oral_history' })] })))
  expect(views.map((view) => [view.address, view.heading])).toEqual([
    ['/types/photograph/', 'Photographs'],
    ['/types/oral_history/', 'Oral histories'],
  ])
})

test('a page is found by its address, and there only', () => {
  const items = Array.from({ length: 91 }, (_, at) => anItem(at + 1, { date_start: 18900000 }))
  const pages = sectionPages(archiveOf({ items }))
  for (const [address, view] of pages) expect(view().address).toBe(address)
  expect([...pages.keys()]).toEqual([
    '/people/',
    '/organizations/',
    '/places/',
    '/types/photograph/',
    '/types/photograph/2/',
    '/decades/1890s/',
    '/decades/1890s/2/',
  ])
  expect(
    pagePaths(pages)
      .map(({ params }) => [params.section, params.page])
      .slice(0, 5),
  ).toEqual([
    ['people', undefined],
    ['organizations', undefined],
    ['places', undefined],
    ['types', 'photograph'],
    ['types', 'photograph/2'],
  ])
})

test('decades are in the order of their years, whatever the middle of a long span is', () => {
  const items = [anItem(1, { date_start: 19100000 }), anItem(2, { date_start: 18500000, date_end: 20000000 })]
  expect(decadesOf(archiveOf({ items })).map(({ start }) => start)).toEqual([1850, 1910])
})
