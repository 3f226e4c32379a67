import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { COPYRIGHTS } from '#contract/item.ts'
import { RIGHTS, rightsUri } from '#contract/rights.ts'
import { isLicence, rightsOf } from '#rules/citations/rights.ts'
import { defaultSettings, withSettings } from '#rules/settings/society-settings.ts'
import { feed } from '#release/files/feed.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { itemJsonLd } from '#snapshot/pages/json-ld.ts'
import { society } from '#society'
import { anItem, archiveOf } from '../../snapshot/pages/archive-of.ts'

const URIS = Object.keys(RIGHTS)
const [BY, IN_COPYRIGHT] = [
  'https://creativecommons.org/licenses/by/4.0/',
  'http://rightsstatements.org/vocab/InC/1.0/',
]
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
  expect(stated).toMatchObject({ uri: copyright['Public Domain'], holder: '', credit: 'Gift of Orr' })
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
  expect(defaultSettings()).toMatchObject({ publicDomainRights: copyright['Public Domain'] })
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
      const meant = copyright_info === '' ? '' : copyright[copyright_info]
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
