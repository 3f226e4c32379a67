import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import { EMPTY } from '#contract/messages.ts'
import type { ZoneView } from '#views/zone.ts'
import { aZoneItem, emptyZone } from '../../views/a-zone.ts'

const zoneMarkup = (zone: ZoneView) => renderToStaticMarkup(createElement(ZoneRecord, { zone, api: '' }))
const link = (text: string) => ({ href: '/somewhere/1/', text })
const picture = { src: '/p', full: '/p', pixels: '', width: 20, height: 10, sources: [], srcset: '', sizes: '' }

/** A zone with every part, each text set to `text`. */
const zoneOf = (text: string): ZoneView =>
  emptyZone({
    name: text,
    streetAddress: text,
    altnames: [text, text],
    lots: [text],
    descriptions: [text],
    map: {
      width: 360,
      height: 270,
      around: 'M1 1l2 2l3 3z',
      here: 'M1 1l2 2l3 3z',
      streets: [],
      numbers: [],
      scale: { metres: 50, length: 70 },
      neighbours: [link(text)],
    },
    items: {
      items: [
        aZoneItem(1, { title: text, date: { text, machine: null } }),
        aZoneItem(2, { title: text, date: { text: '1880', machine: '1880' }, picture }),
      ],
      count: 2,
      query: 'location=5',
    },
    heritage: [{ architectural_style: text, architectural_description: text, heritage_registry_entry: '' }],
    plaques: [{ name: text, text }],
    ownership: [{ lot: text, person: link(text), date: 18500000, year: '1850', source: text }],
    organizations: [{ organization: link(text), start: 18500000, end: 19000000, years: '1850–1900' }],
  })

const textOf = (html: string) => html.replace(/<[^>]*>/g, '\n').replace(/\n+/g, '\n')
describe('the page of a zone', () => {
  test('leads from its small map to the live one, except over that', () => {
    const zone = { ...zoneOf('Mill'), pk: 12 }
    expect(zoneMarkup(zone)).toMatch(/<figure class="small-map">.*<a class="button" href="\/\?zone=12">.*<\/figure>/s)
    const popup = renderToStaticMarkup(createElement(ZoneRecord, { zone, api: '', inPopup: true }))
    expect(popup).not.toContain('/?zone=')
  })

  test('shows the sentences of spec §2 where it is empty', () => {
    const text = textOf(zoneMarkup(emptyZone()))
    for (const sentence of [
      EMPTY.locationDescription,
      EMPTY.outline,
      EMPTY.zoneItems,
      EMPTY.heritage,
      EMPTY.plaques,
      EMPTY.ownership,
      EMPTY.organizations,
    ])
      expect(text).toContain(sentence)
    const unregistered = emptyZone({
      heritage: [{ architectural_style: 'Georgian', architectural_description: '', heritage_registry_entry: '' }],
    })
    expect(textOf(zoneMarkup(unregistered))).toContain(EMPTY.heritageRegistry)
    expect(textOf(zoneMarkup(unregistered))).not.toContain(EMPTY.heritage)
  })

  test('has the four parts of spec §2 under their headings, with links to them', () => {
    const html = zoneMarkup(zoneOf('Mill'))
    const headings = [...html.matchAll(/<h[123]\b[^>]*>([^<]*)/g)].map(([, text]) => text)
    const parts = ['Items', 'Heritage Information', 'Plaques', 'Land Ownership', 'Organizations']
    expect(headings).toEqual(['Mill', 'Next to it', 'Years at a glance', ...parts])
    const columns = [...html.split('id="ownership"')[1]!.matchAll(/<th\b[^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(columns).toEqual(['Lot', 'Person', 'Date', 'Source', 'Organization', 'Date'])
    for (const id of ['items', 'heritage', 'ownership', 'organizations']) {
      expect(html).toContain(`href="#${id}"`)
      expect(html).toContain(`<h2 id="${id}">`)
    }
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=|role="tab/)
  })

  test('quotes the text of a plaque and links to the heritage register', () => {
    const registry = 'https://register.example/5'
    const html = zoneMarkup(
      emptyZone({
        heritage: [{ architectural_style: '', architectural_description: '', heritage_registry_entry: registry }],
        plaques: [{ name: 'Mill', text: 'Stood.' }],
      }),
    )
    expect(html).toContain('“Stood.”')
    expect(html).toContain(`<a href="${registry}">Heritage registry entry</a>`)
  })

  test.each([
    [
      { name: 'Mill', text: '“Stood.”' },
      '<figcaption>Mill</figcaption><blockquote class="prose">“Stood.”</blockquote>',
    ],
    [{ name: 'Mill', text: '“Stood,” he said.' }, '“Stood,” he said.”'],
    [{ name: '', text: 'Stood.' }, '<figure class="plaque"><blockquote class="prose">“Stood.”</blockquote>'],
    [{ name: 'Mill', text: '' }, '<figure class="plaque"><figcaption>Mill</figcaption></figure>'],
  ])('shows the plaque %j in one pair of quotation marks', (plaque, expected) => {
    expect(zoneMarkup(emptyZone({ plaques: [plaque] }))).toContain(expected)
  })

  test('hostile texts add no elements', () => {
    const tags = (html: string) =>
      html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/ (?:aria-label|class)="[^"]*"/g, ''))
    const plain = tags(zoneMarkup(zoneOf('Mill')))
    const hostile = fc.oneof(
      fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</article>', '&lt;b&gt;', "' on"),
      fc.string({ minLength: 1, unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        expect(tags(zoneMarkup(zoneOf(text)))).toEqual(plain)
      }),
    )
  })

  test('gives long titles a smaller font', () => {
    expect(zoneMarkup(emptyZone({ name: 'x'.repeat(800) }))).toContain('<h1 class="very-long">')
    expect(zoneMarkup(emptyZone({ name: 'x'.repeat(80) }))).toContain('<h1 class="long">')
    expect(zoneMarkup(emptyZone())).toContain('<h1>Mill</h1>')
  })
})
