import { expect, test } from 'vitest'
import { robots, sitemaps } from '#release/files/sitemap.ts'
import { archiveOf } from '../../snapshot/pages/archive-of.ts'
import { anItem, archiveOf as browseArchive, aSubject } from '../../snapshot/pages/browse/small-archive.ts'

const SITE = 'https://town.example/'
const page = (address: string) => ({ address, bytes: 1, unlisted: false })

test('plain and odd addresses are absolute, encoded and escaped', () => {
  const addresses = ['/', '/itemview/12/', '/decades/1890s/', '/subjects/3/20/', '/a b/', '/straße/', '/q&a/', '/a<b/']
  const text = sitemaps(addresses.map(page), archiveOf({}), SITE).get('sitemap.xml')!
  expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://town.example/',
    'https://town.example/itemview/12/',
    'https://town.example/decades/1890s/',
    'https://town.example/subjects/3/20/',
    'https://town.example/a%20b/',
    'https://town.example/stra%C3%9Fe/',
    'https://town.example/q&amp;a/',
    'https://town.example/a%3Cb/',
  ])
})

test('more addresses than a sitemap may have are in several, which an index names', () => {
  const maps = sitemaps(['/itemview/1/', '/itemview/2/', '/itemview/3/'].map(page), archiveOf({}), SITE, 2)
  expect([...maps.keys()]).toEqual(['sitemap-1.xml', 'sitemap-2.xml', 'sitemap.xml'])
  expect(maps.get('sitemap-2.xml')).toContain('<loc>https://town.example/itemview/3/</loc>')
  expect(maps.get('sitemap.xml')).toContain('<loc>https://town.example/sitemap-2.xml</loc>')
})

test('subjects without items are left out', () => {
  const items = [anItem(1, { subject: [{ id: 2, subject_name: '2' }] })]
  const archive = browseArchive({ subjects: [aSubject(1, '1'), aSubject(2, '2', 1), aSubject(3, '3')], items })
  const pages = [1, 2, 3].map((id) => page(`/subjects/${id}/`))
  expect(
    sitemaps(pages, archive, SITE)
      .get('sitemap.xml')!
      .match(/\/subjects\/\d/g),
  ).toEqual(['/subjects/1', '/subjects/2'])
})

test('crawlers stay out of the search, of the filters and of what catalogues harvest, and not of the collection', () => {
  const closed = robots(SITE).match(/(?<=Disallow: ).+/g)!
  expect(closed).toEqual(['/search/', '/collection/?', '/oai'])
  const isClosed = (address: string) => closed.some((start) => address.startsWith(start))
  expect(['/collection/', '/collections/3/', '/collection/?type=photograph'].map(isClosed)).toEqual([
    false,
    false,
    true,
  ])
})
