import { expect, test } from 'vitest'
import { anniversaries } from '#release/files/feeds.ts'
import { aPerson, anItem, archiveOf } from '../../snapshot/pages/archive-of.ts'

const archive = archiveOf({
  people: [
    aPerson(1, { date_of_birth: 18760312, date_of_death: 19260000 }),
    aPerson(2, { date_of_birth: 18761224 }),
    aPerson(3, { date_of_birth: 18770000 }),
  ],
  items: [
    anItem(1, { type: 'event', title: 'The fire & the flood', date_start: 19010505 }),
    anItem(2, { title: 'A photograph', date_start: 19010505 }),
  ],
})
const titles = (today: string) =>
  [...anniversaries(archive, 'https://a.example', today).matchAll(/<entry>\s*<id>([^<]+)<\/id>\s*<title>([^<]+)/g)].map(
    ([, id, title]) => [id!.replace('https://a.example', ''), title],
  )

test('what happened a round number of years ago comes on its day, and what has only a year on the first', () => {
  expect(titles('2026-06-01T12:00:00Z')).toEqual([
    ['/itemview/1/#event-125-years-in-2026', '125 years ago: The fire &amp; the flood'],
    ['/person-overview/1/#born-150-years-in-2026', '150 years ago: Ada Calder 1 was born'],
    ['/person-overview/1/#died-100-years-in-2026', '100 years ago: Ada Calder 1 died'],
  ])
  expect(titles('2026-12-31T12:00:00Z')[0]).toEqual([
    '/person-overview/2/#born-150-years-in-2026',
    '150 years ago: Ada Calder 2 was born',
  ])
  expect(titles('2030-12-31T12:00:00Z')).toEqual([])
})

test('each entry has the time of its anniversary, and the feed that of the newest', () => {
  const feed = anniversaries(archive, 'https://a.example', '2026-06-01T12:00:00Z')
  expect(feed).toContain('<link rel="self" type="application/atom+xml" href="https://a.example/anniversaries.xml"/>')
  expect(feed.match(/<updated>[^<]+/g)).toEqual([
    '<updated>2026-05-05T00:00:00.000Z',
    '<updated>2026-05-05T00:00:00.000Z',
    '<updated>2026-03-12T00:00:00.000Z',
    '<updated>2026-01-01T00:00:00.000Z',
  ])
})
