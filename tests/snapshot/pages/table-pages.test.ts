import { expect, test } from 'vitest'
import { sectionPages } from '#snapshot/pages/browse/section-pages.ts'
import { tablePages } from '#snapshot/pages/browse/further-pages.ts'
import { aPerson, archiveOf } from './archive-of.ts'

/** A mill with this number of workers. */
const millOf = (count: number) =>
  archiveOf({
    people: Array.from({ length: count }, (_, at) => aPerson(at + 1)),
    organizations: [
      {
        id: 7,
        name: 'Harbour Mill',
        altname: [],
        date_opened: null,
        date_opened_text: '',
        date_closed: null,
        date_closed_text: '',
        description: '',
      },
    ],
    employment: Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      person: at + 1,
      organization: 7,
      date_start: 18000000 + at * 10_000,
      date_start_text: '',
      date_end: null,
      date_end_text: '',
    })),
  })

test('a table goes on on pages of its own: each row once, with ways back and forth', () => {
  const archive = millOf(430)
  const pages = tablePages(archive).map(([address, view]) => ({ ...view(), address }))
  expect(pages.map(({ address }) => address)).toEqual(['/org-overview/7/people/2/', '/org-overview/7/people/3/'])
  expect(pages.map(({ table }) => table.rows.length)).toEqual([200, 30])
  expect(pages[0]).toMatchObject({
    title: 'Harbour Mill: People, page 2',
    kicker: 'Organization',
    trail: [
      { href: '/organizations/', text: 'Organizations' },
      { href: '/org-overview/7/', text: 'Harbour Mill' },
      { href: '/org-overview/7/people/2/', text: 'People, page 2' },
    ],
    page: 2,
    pages: 3,
  })
  expect(pages[1]!.table.rows.at(-1)![0]).toMatchObject([{ href: '/person-overview/430/' }])
  expect([...sectionPages(archive).keys()]).toContain('/org-overview/7/people/3/')
})

test('an ordinary table has no further pages', () => {
  expect(tablePages(millOf(200))).toEqual([])
})
