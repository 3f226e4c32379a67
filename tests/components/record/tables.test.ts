import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ownershipTab, yearsTab } from '#components/record/tables.tsx'

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    link: { href: `/person-overview/${at}/`, text: `Ann ${at}` },
    years: '',
  }))
const people = (count: number) => {
  const tab = yearsTab({ id: 'people', title: 'People', column: 'Person', rows: rows(count), empty: 'Nobody.' })
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
  const lands = Array.from({ length: 60 }, (_, at) => ({ lot: String(at), links: [], year: '1835', source: '' }))
  const html = renderToStaticMarkup(ownershipTab({ column: 'Addresses', rows: lands }).content(3))
  expect(html.match(/<tr>/g)).toHaveLength(62)
  expect(html).toContain('<summary>20 more of 60</summary>')
})
