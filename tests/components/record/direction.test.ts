import { readFileSync } from 'node:fs'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Chips } from '#components/browse/Chips.tsx'
import { CollectionBox } from '#components/browse/CollectionBox.tsx'
import { ItemActions } from '#components/record/ItemActions.tsx'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PAGE_PARTS } from '#components/record/page-parts.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import type { PersonCard } from '#views/family.ts'
import { itemView } from '#views/item.ts'
import { anItem, aPerson } from '../../snapshot/pages/archive-of.ts'
import { aZoneItem, emptyZone } from '../../views/a-zone.ts'
import { contextRow } from '#views/local-contexts.ts'

const RTL = 'בית הקמח 1890'
/** The selectors of styles/base.css whose text has a direction of its own: elements, and classes. */
const rule = /:where\(([^{}]*?)\) \{\s*unicode-bidi: plaintext;/s.exec(readFileSync('src/styles/base.css', 'utf8'))![1]!
const OWN = new Set(rule.split(',').map((each) => each.trim()))
/** Part of the line around them. */
const INLINE = new Set(['a', 'span', 'time', 'small', 'cite', 'strong', 'em', 'b', 'q'])

interface Tag {
  name: string
  classes: string[]
}
const hasDirection = ({ name, classes }: Tag, above: Tag | undefined) =>
  OWN.has(name) ||
  classes.some((each) => OWN.has(`.${each}`)) ||
  (name === 'span' && above !== undefined && ['a', 'button', 'label'].includes(above.name))

/** What shows right-to-left text in the direction of the page: the tags around it. */
function withoutDirection(html: string): string[] {
  const open: Tag[] = []
  const found: string[] = []
  for (const [, close, name = '', attributes = '', text = ''] of html.matchAll(/<(\/?)([a-z][\w-]*)([^>]*)>([^<]*)/g)) {
    if (close) open.pop()
    else if (!/^(?:img|source|input|br|link|meta)$/.test(name) && !attributes.endsWith('/'))
      open.push({ name, classes: (/class="([^"]*)"/.exec(attributes)?.[1] ?? '').split(' ') })
    if (!/\p{Script=Hebrew}/u.test(text)) continue
    const block = open.findLastIndex((tag) => !INLINE.has(tag.name))
    const line = open.slice(block)
    if (!line.some((tag, at) => hasDirection(tag, at === 0 ? open[block - 1] : line[at - 1])))
      found.push(open.map((tag) => [tag.name, ...tag.classes.filter(Boolean)].join('.')).join(' > '))
  }
  return found
}

const link = { href: '/somewhere/1/', text: RTL }
const card: PersonCard = { ...link, years: '1890–1950', note: RTL, picture: null }
const items = {
  items: Array.from({ length: 8 }, (_, at) => aZoneItem(at + 1, { title: RTL, type: RTL })),
  count: 8,
  query: '',
}
const picture = { src: '/p', full: '/p', pixels: '', width: 20, height: 10, sources: [], srcset: '', sizes: '' }
const item = itemView(
  anItem(7, {
    ...{ title: RTL, general_description: RTL, date_start: 18900000, date_start_text: RTL, archival_identifier: RTL },
    location: { id: 5, name: RTL },
    people: [aPerson(3, { first_name: RTL, surname: RTL })],
    subject: [{ id: 2, subject_name: RTL }],
    organizations: [{ id: 4, name: RTL }],
    collection: { id: 1, collection_name: RTL },
  }),
  { pictures: '' },
)
const years = [{ ...{ years: '1890' }, organization: link, zone: link, person: link }]
const parts = PAGE_PARTS

const SHOWN: [string, ReactElement][] = [
  ['an item', createElement(ItemRecord, { item, site: 'https://archive.example', Actions: ItemActions })],
  [
    'a person',
    createElement(PersonRecord, {
      person: {
        ...{ id: 7, name: RTL, years: '1890', portrait: null, biography: RTL, items },
        facts: [{ term: 'Grave', values: [{ text: RTL }, link] }],
        family: { self: card, parents: [card], siblings: [card], spouses: [card], children: [card] },
        ownership: [{ lot: RTL, addresses: [link], year: '1850', source: RTL }],
        employment: years,
      },
      ...{ api: '', parts },
    }),
  ],
  [
    'an organization',
    createElement(OrganizationRecord, {
      organization: {
        ...{ id: 3, name: RTL, altnames: [RTL, RTL], years: '1890', text: RTL, items, locations: years, people: years },
      },
      ...{ api: '', parts },
    }),
  ],
  [
    'a zone',
    createElement(ZoneRecord, {
      zone: emptyZone({
        ...{ name: RTL, streetAddress: RTL, altnames: [RTL], lots: [RTL], descriptions: [RTL] },
        items: { ...items, strip: [aZoneItem(9, { title: RTL, picture })] },
        heritage: [{ architectural_style: RTL, architectural_description: RTL, heritage_registry_entry: '' }],
        plaques: [{ name: RTL, text: RTL }],
        ownership: [{ lot: RTL, person: link, date: 18500000, year: '1850', source: RTL }],
        organizations: [{ organization: link, start: 18500000, end: 19000000, years: '1850–1900' }],
      }),
      ...{ api: '', parts },
    }),
  ],
  [
    'a collection',
    createElement(CollectionBox, {
      ...{
        name: RTL,
        hierarchy: 'fond',
        text: RTL,
        contexts: contextRow({ local_contexts: RTL }),
        parent: link,
        below: [{ ...link, hierarchy: 'series', count: 3 }],
      },
    }),
  ],
  ['links to subjects', createElement(Chips, { links: [{ ...link, count: 12 }] })],
]

test.each(SHOWN)('every text of %s has the direction of its own language', (_, element) => {
  const html = renderToStaticMarkup(element)
  expect(html.split(RTL).length).toBeGreaterThan(element.type === Chips ? 1 : 3)
  expect(withoutDirection(html)).toEqual([])
})
