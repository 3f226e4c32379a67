import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { COPYRIGHTS } from '#contract/item.ts'
import { RIGHTS } from '#contract/rights.ts'
import { rightsUri } from '#contract/rights-uri.ts'
import { isLicence, meaningOf, rightsOf } from '#rules/citations/rights.ts'
import { defaultSettings, withSettings } from '#rules/settings/society-settings.ts'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { authorityOf } from '#contract/same-as.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { itemManifestOf } from '#release/files/iiif/item-manifest.ts'
import { subjectPages } from '#snapshot/pages/browse/subject-pages.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { feed } from '#release/files/feeds.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { collectionPageJsonLd, itemJsonLd, personJsonLd, zoneJsonLd } from '#snapshot/pages/json-ld.ts'
import { society } from '#society'
import { anItem, aPerson, archiveOf, aZone } from '../../snapshot/pages/archive-of.ts'

const URIS = Object.keys(RIGHTS)
const [BY, IN_COPYRIGHT] = [
  'https://creativecommons.org/licenses/by/4.0/',
  'http://rightsstatements.org/vocab/InC/1.0/',
]
const PUBLIC_DOMAIN = 'https://creativecommons.org/publicdomain/mark/1.0/'
const { copyright } = society
afterEach(() => Object.assign(society, { copyright }))

test('the addresses of a statement that people copy mean its URI; others are refused by name', () => {
  expect(URIS).toHaveLength(20)
  const said = (address: string) => v.parse(rightsUri, address)
  for (const uri of URIS) {
    const rest = uri.replace(/^https?:\/\//, '')
    const page = rest.replace('/vocab/', '/page/')
    const more = rest.startsWith('creative') ? ['deed.en', 'legalcode', 'deed.zh-hans'] : ['?language=en']
    const forms = [rest, `www.${rest}`, page, page.slice(0, -1), ...more.map((end) => page + end)]
    for (const form of forms) for (const scheme of ['http', 'https']) expect(said(`${scheme}://${form}`)).toBe(uri)
  }
  expect(said('')).toBe('')
  const wrong = [
    'https://example.org/licenses/by/4.0/',
    'https://creativecommons.org/licenses/by/3.0/',
    'InC',
    'javascript:0',
  ]
  for (const address of [...wrong, 'https://rightsstatements.org.evil.example/vocab/InC/1.0/', '__proto__', 'toString'])
    expect(v.safeParse(rightsUri, address).issues?.[0].message).toContain('rightsstatements.org')
})

test('an item says its rights, then its copyright by the settings, then its collection; else nothing is claimed', () => {
  const collection = { id: 1, collection_name: 'Letters', rights: BY, rights_holder: 'Orr', credit_line: 'Gift of Orr' }
  expect(rightsOf(anItem(1, { collection }))).toMatchObject({ uri: BY, text: RIGHTS[BY], holder: 'Orr', credit: 'Gift of Orr' }) // prettier-ignore
  const stated = rightsOf(anItem(1, { collection, copyright_info: 'Public Domain' }))
  expect(stated).toMatchObject({ uri: PUBLIC_DOMAIN, holder: '', credit: 'Gift of Orr' })
  const own = rightsOf(
    anItem(1, { collection, copyright_info: 'Public Domain', rights: IN_COPYRIGHT, rights_holder: 'Hale' }),
  )
  expect(own).toMatchObject({ uri: IN_COPYRIGHT, text: 'In Copyright', holder: 'Hale' })
  expect(own.href).toBe('https://rightsstatements.org/page/InC/1.0/')
  const { copyright: set } = withSettings({ publicDomainRights: BY, userResponsibilityRights: '' }).society
  Object.assign(society, { copyright: set })
  expect(rightsOf(anItem(1, { copyright_info: 'Public Domain' })).uri).toBe(BY)
  // It was said that nobody knows: the collection's licence is not taken for it.
  expect(rightsOf(anItem(1, { collection, copyright_info: 'User Responsibility' })).uri).toBe('')
  expect(defaultSettings()).toMatchObject({ publicDomainRights: PUBLIC_DOMAIN })
})

test('no item has a statement that nobody gave it, whatever servers send', () => {
  const said = fc.oneof(fc.constantFrom('', ...URIS), fc.webUrl(), fc.constantFrom('__proto__', 'constructor'))
  const given = fc.record({
    rights: said,
    copyright_info: fc.constantFrom('', ...COPYRIGHTS),
    collection: fc.option(fc.record({ id: fc.constant(1), collection_name: fc.constant('C'), rights: said })),
  })
  fc.assert(
    fc.property(given, ({ rights, copyright_info, collection }) => {
      const { uri, href, text, words } = rightsOf(anItem(1, { rights, copyright_info, collection }))
      const meant = copyright_info === '' ? '' : meaningOf(copyright_info)
      expect([rights, meant, ...(copyright_info === '' ? [collection?.rights] : []), '']).toContain(uri)
      if (uri === '') expect([href, text]).toEqual(['', 'Rights not recorded'])
      else expect(RIGHTS[uri]).toBe(text)
      expect(words).not.toBe('')
      if (URIS.includes(rights)) expect(uri).toBe(rights)
    }),
  )
})

test('page, JSON-LD and feed say the same; a statement is no licence', () => {
  const items = [
    anItem(1, { rights: BY, rights_holder: 'J. Orr', credit_line: 'Gift of J. <Orr>' }),
    anItem(2, { rights: IN_COPYRIGHT }),
    anItem(3),
  ]
  const archive = archiveOf({ items })
  const [licensed, stated, unsaid] = items.map(({ id }) => itemPage(archive, id)!)
  const site = new URL('https://archive.example/')
  const row = (page = licensed!) => page.record.find(({ term }) => term === 'Rights')?.values
  expect([row(), row(unsaid)]).toEqual([[{ text: RIGHTS[BY], href: BY, external: true }], undefined])
  expect(itemJsonLd(licensed!, site)).toMatchObject({ license: BY, creditText: 'Gift of J. <Orr>', copyrightHolder: { name: 'J. Orr' } }) // prettier-ignore
  expect(itemJsonLd(stated!, site)).toMatchObject({ usageInfo: IN_COPYRIGHT })
  expect(itemJsonLd(stated!, site)).not.toHaveProperty('license')
  for (const key of ['license', 'usageInfo', 'copyrightHolder', 'creditText']) expect(itemJsonLd(unsaid!, site)).not.toHaveProperty(key) // prettier-ignore
  const xml = feed(archive, site.href)
  expect(xml).toContain(
    `<rights>${RIGHTS[BY]}. J. Orr. Gift of J. &lt;Orr&gt;</rights>\n    <link rel="license" href="${BY}"/>`,
  )
  expect(xml).toContain('<rights>In Copyright</rights>')
  expect(xml.match(/rel="license"/g)).toHaveLength(1)
  expect(URIS.filter(isLicence)).toHaveLength(8)
})

test('what a picture shows is its alternative text, wherever it is shown; else its title', () => {
  const scans = [{ id: 3, alt: 'A mill of stone, and a cart' }, { id: 4 }]
  const archive = archiveOf({ items: [anItem(1, { title: 'The mill', item_scans: scans }), anItem(2, { item_scans: [{ id: 5 }] })] }) // prettier-ignore
  const page = itemPage(archive, 1)!
  expect(page.pictures.map(({ alt }) => alt)).toEqual(['A mill of stone, and a cart', 'The mill (picture 2 of 2)'])
  expect(page.picture?.alt).toBe('A mill of stone, and a cart')
  expect(itemPage(archive, 2)!.pictures[0]!.alt).toBe('Item 2')
  expect(feed(archive, 'https://archive.example/')).toContain('alt=&quot;A mill of stone, and a cart&quot;')
  const manifest = itemManifestOf(archive, archive.lists.items[0]!, {
    site: 'https://archive.example',
    api: '',
    pictures: '',
  })
  expect(JSON.stringify(manifest)).toContain('A mill of stone')
})

test('the same elsewhere is on the page and in JSON-LD; addresses that we do not know are not', () => {
  const [wikidata, viaf] = ['https://www.wikidata.org/wiki/Q42', 'https://viaf.org/viaf/7']
  const same_as = [
    wikidata,
    viaf,
    'javascript:alert(1)',
    'https://example.org/Q42',
    'https://wikidata.org.evil.example/wiki/Q42',
  ]
  const subject = { id: 4, subject_name: 'Mills', subject_description: '', subject_parent: null, same_as }
  const archive = archiveOf({ items: [], people: [aPerson(7, { same_as }), aPerson(8)], subjects: [subject], locations: [aZone(5, 0, { same_as })] }) // prettier-ignore
  const site = new URL('https://archive.example/')
  const person = personPage(archive, 7)!
  const links = [{ href: wikidata, text: 'Wikidata' }, { href: viaf, text: 'VIAF' }] // prettier-ignore
  expect(person.same).toEqual(links)
  const html = renderToStaticMarkup(createElement(PersonRecord, { person, api: '' }))
  expect(html).toContain(`<a href="${wikidata}">Wikidata</a>`)
  expect(html).not.toContain('evil')
  expect(personJsonLd(person, site)).toMatchObject({ sameAs: [wikidata, viaf] })
  expect(personJsonLd(personPage(archive, 8)!, site)).not.toHaveProperty('sameAs')
  expect(zoneJsonLd(zonePage(archive, 5)!, site)).toMatchObject({ sameAs: [wikidata, viaf] })
  const view = subjectPages(archive).get('/subjects/4/')!() as { same: Link[] } & Parameters<
    typeof collectionPageJsonLd
  >[0]
  expect(collectionPageJsonLd(view, site, undefined, view.same)).toMatchObject({ about: { sameAs: [wikidata, viaf] } })
})

test.each([
  ['Wikidata', 'https://www.wikidata.org/entity/Q1'],
  ['VIAF', 'http://viaf.org/viaf/102333412/'],
  ['Library of Congress', 'https://id.loc.gov/authorities/names/n79021164'],
  ['Library of Congress', 'http://id.loc.gov/authorities/subjects/sh85085180.html'],
  ['GeoNames', 'https://www.geonames.org/6077243/montreal.html'],
  ['GeoNames', 'https://sws.geonames.org/6077243/'],
  ['OpenStreetMap', 'https://www.openstreetmap.org/relation/1634158'],
  ['Find a Grave', 'https://www.findagrave.com/memorial/1234/ann-orr'],
  [undefined, 'https://www.wikidata.org/wiki/Mill'],
  [undefined, 'https://viaf.org/viaf/search?q=1'],
  [undefined, 'https://www.openstreetmap.org/#map=1/2/3'],
  [undefined, 'ftp://viaf.org/viaf/1'],
  [undefined, 'https://user@viaf.org/viaf/1'],
  [undefined, 'https://viaf.org/viaf/1\nhttps://example.org'],
])('%s is at %s', (name, address) => expect(authorityOf(address)).toBe(name))
