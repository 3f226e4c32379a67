import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pagedTable } from '#components/record/page-parts.tsx'
import { tableTab } from '#components/record/tables.tsx'
import { ownershipTable, yearsTable } from '#views/record-tables.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ href: `/person-overview/${at}/`, text: `Ann ${at}`, years: '' }))
const peopleTable = (count: number) => yearsTable('people', 'People', 'Person', rows(count), (link) => link)
const people = (count: number) => {
  const tab = tableTab(peopleTable(count), { empty: 'Nobody.' })
  return { count: tab.count, html: renderToStaticMarkup(tab.content(3)) }
}
const links = (html: string) => html.match(/<a /g)?.length ?? 0

test('a long table shows its first rows and folds the others, all of them in the page without a script', () => {
  const { count, html } = people(1240)
  const [before, folded] = html.split('<details')
  expect([count, links(before!), links(folded!)]).toEqual([1240, 40, 1200])
  expect(folded).toContain('<summary>1,200 more of 1,240</summary><table class="narrow"><thead>')
})

test('a table of ordinary length is one table', () => {
  expect(people(50).html).not.toContain('<details')
  expect(links(people(50).html)).toBe(50)
  expect(people(0).html).toBe('<p class="empty">Nobody.</p>')
})

test('so are lands: what a company owned', () => {
  const lands = Array.from({ length: 60 }, (_, at) => ({ lot: String(at), year: '1835', source: '' }))
  const html = renderToStaticMarkup(
    tableTab(
      ownershipTable('Addresses', lands, () => []),
      { empty: 'None.' },
    ).content(3),
  )
  expect(html.match(/<tr>/g)).toHaveLength(62)
  expect(html).toContain('<summary>20 more of 60</summary>')
})

test('the page of a record lists 200 rows of a longer table, and leads to the others', () => {
  const html = (count: number) => {
    const table = peopleTable(count)
    return renderToStaticMarkup(
      tableTab(table, { empty: 'Nobody.', paged: pagedTable('/org-overview/7/', table) }).content(3),
    )
  }
  expect(links(html(200))).toBe(200)
  expect(html(200)).not.toContain('<nav')
  expect(html(1240)).toContain('<summary>1,200 more of 1,240</summary>')
  expect(html(1240).match(/<tr>/g)).toHaveLength(202)
  expect(html(1240)).toMatch(
    /href="\/org-overview\/7\/people\/2\/" rel="next">Next<.*Page 1 of 7|Page 1 of 7.*href="\/org-overview\/7\/people\/2\/"/s,
  )
})
