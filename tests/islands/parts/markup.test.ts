import { describe, expect, test } from 'vitest'
import { organizationMarkup, personMarkup } from '#components/record-markup.ts'
import { EMPTY } from '#contract/messages.ts'
import type { PersonParts } from '#rules/overview-parts.ts'
import type { PersonCard } from '#rules/person-cards.ts'
import { aZoneItem } from '../zone/a-zone.ts'

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
  asked: 'people_or=7',
})
const person = (more: Partial<PersonParts> = {}, family: Partial<PersonParts['family']> = {}): PersonParts => ({
  family: { self: card('Ada'), parents: [], siblings: [], spouses: [], children: [], ...family },
  items: items(0),
  ownership: [],
  employment: [],
  ...more,
})

describe('the parts of a person', () => {
  test('say with the sentences of spec §2 what there is not', () => {
    const html = personMarkup(person(), '')
    for (const name of ['parents', 'siblings', 'spouse', 'children', 'personItems', 'ownership', 'employment'] as const)
      expect(html).toContain(`>${EMPTY[name]}<`)
    expect(html).not.toMatch(/<button|<details/)
  })

  test('are all in the page; a part that is not the first can be found in', () => {
    const html = personMarkup(person(), '')
    expect(html.match(/<section[^>]*class="part"/g)).toEqual([
      '<section class="part"',
      '<section hidden="until-found" class="part"',
      '<section hidden="until-found" class="part"',
    ])
    for (const id of ['items', 'ownership', 'employment']) {
      expect(html).toContain(`href="#${id}"`)
      expect(html).toContain(`<h2 id="${id}">`)
    }
  })

  test('a tag in a text is a text, whatever it looks like', () => {
    const source = '<section hidden="" class="part">'
    const html = personMarkup(person({ ownership: [{ lot: '1', addresses: [], year: '', source }] }), '')
    expect(html).toContain('&lt;section hidden=&quot;&quot; class=&quot;part&quot;&gt;')
  })

  test.each([
    [4, 2, 0],
    [5, 2, 1],
    [5, 3, 2],
    [12, 0, 1],
  ])('%i siblings and %i spouses make %i viewers; everybody is in the page', (siblings, spouses, viewers) => {
    const family = { siblings: cards(siblings, 'sib'), spouses: cards(spouses, 'wed'), children: cards(12, 'kid') }
    const html = personMarkup(person({}, family), '')
    expect(html.match(/people-viewer/g) ?? []).toHaveLength(viewers)
    expect(html.match(/<li class="person">/g)).toHaveLength(1 + siblings + spouses + 12)
    expect(html.includes('>Spouses<')).toBe(spouses > 1)
  })

  test('five items are shown as they are; more by five with the whole list below, numbered as the API lists them', () => {
    expect(personMarkup(person({ items: items(5) }), '')).not.toMatch(/<button|<details|data-at/)
    const html = personMarkup(person({ items: items(12) }), 'https://api.example')
    expect(html).toContain('data-api="https://api.example" data-asked="people_or=7" data-count="12"')
    expect(html).toContain('Page 1 of 3')
    expect(html).toContain('<summary>All 12 items</summary>')
    expect(html.match(/data-at="\d+"/g)).toHaveLength(12)
    // Five of them are also in the rows of the first page.
    expect(html.match(/href="\/itemview\/\d+\/"/g)).toHaveLength(17)
  })

  test('through the API only the first page is known: there is no whole list to open', () => {
    const html = personMarkup(person({ items: { ...items(5), count: 12 } }), '')
    expect(html).toContain('Page 1 of 3')
    expect(html).not.toContain('<details')
  })
})

test('an organization says what it has not', () => {
  const html = organizationMarkup({ items: items(0), locations: [], people: [] }, '')
  for (const name of ['organizationItems', 'premises', 'employees'] as const) expect(html).toContain(`>${EMPTY[name]}<`)
})
