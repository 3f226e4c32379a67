import { describe, expect, test } from 'vitest'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PAGE_PARTS } from '#components/record/page-parts.tsx'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { EMPTY } from '#contract/messages.ts'
import type { PersonCard } from '#views/family.ts'
import type { PersonView } from '#views/person.ts'
import { aZoneItem } from '../../views/a-zone.ts'

const card = (text: string): PersonCard => ({
  href: `/person-overview/${text}/`,
  text,
  years: '',
  note: '',
  picture: null,
})
const cards = (count: number, name: string) => Array.from({ length: count }, (_, at) => card(`${name}${at + 1}`))
const items = (count: number) => ({
  items: Array.from({ length: count }, (_, at) => aZoneItem(at + 1)),
  count,
  query: 'people_or=7',
})
const person = (more: Partial<PersonView> = {}, family: Partial<PersonView['family']> = {}): PersonView => ({
  id: 7,
  name: 'Ada',
  years: '',
  portrait: null,
  biography: '',
  facts: [],
  family: { self: card('Ada'), parents: [], siblings: [], spouses: [], children: [], ...family },
  items: items(0),
  ownership: [],
  employment: [],
  ...more,
})

const personMarkup = (person: PersonView, api: string) =>
  renderToStaticMarkup(createElement(PersonRecord, { person, api }))
/** As on its static page. */
const pageMarkup = (person: PersonView, api: string) =>
  renderToStaticMarkup(createElement(PersonRecord, { person, api, parts: PAGE_PARTS }))

describe('the parts of a person', () => {
  test('show the sentences of spec §2 where they are empty', () => {
    const html = personMarkup(person(), '')
    for (const name of ['parents', 'siblings', 'spouse', 'children', 'personItems', 'ownership', 'employment'] as const)
      expect(html).toContain(`>${EMPTY[name]}<`)
    expect(html).not.toMatch(/<button|<details/)
  })

  test('are all in the page; hidden ones are searchable (`until-found`)', () => {
    const html = personMarkup(person(), '')
    expect(html.match(/<record-part[^>]*/g)).toEqual([
      '<record-part class="part"',
      '<record-part class="part" hidden="until-found"',
      '<record-part class="part" hidden="until-found"',
    ])
    for (const id of ['items', 'ownership', 'employment']) {
      expect(html).toContain(`href="#${id}"`)
      expect(html).toContain(`<h2 id="${id}">`)
    }
  })

  test('tags in a text are escaped', () => {
    const source = '<section hidden="" class="part">'
    const html = personMarkup(person({ ownership: [{ lot: '1', addresses: [], year: '', source }] }), '')
    expect(html).toContain('&lt;section hidden=&quot;&quot; class=&quot;part&quot;&gt;')
  })

  test.each([
    [4, 2, 0],
    [5, 2, 1],
    [5, 3, 2],
    [12, 0, 1],
  ])('%i siblings and %i spouses make %i viewers; everybody is in the markup', (siblings, spouses, viewers) => {
    const family = { siblings: cards(siblings, 'sib'), spouses: cards(spouses, 'wed'), children: cards(12, 'kid') }
    const html = personMarkup(person({}, family), '')
    expect(html.match(/<people-viewer/g) ?? []).toHaveLength(viewers)
    expect(html.match(/<li class="person">/g)).toHaveLength(1 + siblings + spouses + 12)
    expect(html.includes('>Spouses<')).toBe(spouses > 1)
  })

  test('five items need no pagination; more are paginated, with the whole list below, numbered in API order', () => {
    expect(pageMarkup(person({ items: items(5) }), '')).not.toMatch(/<button|<details|data-at/)
    const html = pageMarkup(person({ items: items(12) }), 'https://api.example')
    expect(html).toContain('data-api="https://api.example" data-query="people_or=7" data-count="12"')
    expect(html).toContain('Page 1 of 3')
    expect(html).toContain('<summary>All 12 items</summary>')
    expect(html.match(/data-at="\d+"/g)).toHaveLength(12)
    // The first page repeats five of them.
    expect(html.match(/href="\/itemview\/\d+\/"/g)).toHaveLength(17)
  })

  test('a list that goes on links to its next page and to all, with their years', () => {
    const pages = ['/person-overview/7/', '/person-overview/7/2/'].map((href, at) => ({
      href,
      text: `${at + 1}: 1880`,
    }))
    const long = { ...items(120), count: 150, pages }
    const html = pageMarkup(person({ items: long }), '')
    expect(html).toContain('<summary>All 150 items</summary>')
    expect(html).toMatch(/rel="next">Next.*>1: 1880<.*href="\/person-overview\/7\/2\/">2: 1880</)
    // Without a query, page by page shows what is in the page: the rest is on the next one.
    expect(html).toContain('data-count="150"')
    expect(pageMarkup(person({ items: { ...long, query: '' } }), '')).toContain('data-count="120"')
  })

  test('the API gives only the first page: no list of all items', () => {
    const html = personMarkup(person({ items: { ...items(5), count: 12 } }), '')
    expect(html).toContain('Page 1 of 3')
    expect(html).not.toContain('<details')
  })
})

test('an empty organization shows the sentences of spec §2', () => {
  const organization = {
    id: 3,
    name: 'Mill',
    altnames: [],
    years: '',
    text: '',
    items: items(0),
    locations: [],
    people: [],
  }
  const html = renderToStaticMarkup(createElement(OrganizationRecord, { organization, api: '' }))
  for (const name of ['organizationItems', 'premises', 'employees'] as const) expect(html).toContain(`>${EMPTY[name]}<`)
})
