import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PAGE_PARTS } from '#components/record/page-parts.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import { organization } from '#contract/organization.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'
import { anItem, aPerson, archiveOf, aZone } from '../../snapshot/pages/archive-of.ts'

const scan = { id: 1, width: 400, height: 300, version: 'v' }
/** Twenty items of a person, an organization and a zone, every other one with a picture; the zone has an owner besides. */
const archive = (count = 20) =>
  archiveOf({
    people: [aPerson(7)],
    organizations: [v.parse(organization, { id: 3, name: 'The Mill' })],
    locations: [aZone(5)],
    lots: [{ lotNum: '12', location: 5 }],
    ownership: [{ id: 1, lot: '12', person: 7, date: 18500000, date_text: '', source: '' }],
    items: Array.from({ length: count }, (_, at) =>
      anItem(at + 1, {
        date_start: (1850 + at) * 10_000,
        location: { id: 5, name: 'Zone 5' },
        people: [{ id: 7, first_name: 'Ada', surname: 'Calder' }],
        organizations: [{ id: 3, name: 'The Mill' }],
        item_scans: at % 2 === 0 ? [{ ...scan, id: at + 1 }] : [],
      }),
    ),
  })
const shared = { api: '', parts: PAGE_PARTS }
const pagesOf = (town: ReturnType<typeof archive>) => {
  const [person, mill, zone] = [personPage(town, 7)!, organizationPage(town, 3)!, zonePage(town, 5)!.zone]
  return {
    person: createElement(PersonRecord, { person, ...shared }),
    organization: createElement(OrganizationRecord, { organization: mill, ...shared }),
    zone: createElement(ZoneRecord, { zone, ...shared }),
  }
}
const markupOf = (town: ReturnType<typeof archive>) =>
  Object.entries(pagesOf(town)).map(([kind, element]) => [kind, renderToStaticMarkup(element)] as const)

test('six pictures that the first tab does not show at once are above the tabs of a person, an organization and a zone', () => {
  for (const [kind, html] of markupOf(archive())) {
    const [above, below] = html.split('<record-tabs')
    const strip = /<ul class="strip".*?<\/ul>/s.exec(above!)?.[0] ?? ''
    const shown = [...strip.matchAll(/href="\/itemview\/(\d+)\/"/g)].map(([, id]) => Number(id))
    expect([kind, shown]).toEqual([kind, [7, 9, 11, 13, 15, 17]])
    expect(below).not.toContain('class="strip"')
  }
})

test('without pictures there is no strip', () => {
  for (const [kind, html] of markupOf(archive(0))) expect([kind, html.includes('class="strip"')]).toEqual([kind, false])
})

/** The part that is shown before any script. */
const open = (html: string) => /<record-part class="part">\s*<h\d id="(\w+)"/.exec(html)?.[1]

test('the first tab with something in it is open', () => {
  const opened = (count: number) =>
    Object.fromEntries(markupOf(archive(count)).map(([kind, html]) => [kind, open(html)]))
  expect(opened(20)).toEqual({ person: 'items', organization: 'items', zone: 'items' })
  expect(opened(0)).toEqual({ person: 'ownership', organization: 'items', zone: 'ownership' })
})
