import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ItemFacets } from '#contract/item-facets.ts'
import { createCollectionPage } from '#islands/collection/collection-page.ts'
import { CollectionContext } from '#islands/collection/page-context.ts'
import { TimeFilter } from '#islands/collection/TimeFilter.tsx'

const facets = (decades: ItemFacets['decades'], earlier = 0): ItemFacets => ({
  ...{ count: 0, types: [], decades, undated: 0, earlier, subjects: [], collections: [] },
})
const FIRST = facets([
  { decade: 1850, count: 3 },
  { decade: 1900, count: 40 },
])

/** The filter over all items, and over the results that have these counts. */
function markup(results?: ItemFacets, first = FIRST): string {
  const page = createCollectionPage({ apiBase: '', first: { count: 43, facets: first } })
  if (results) page.stores.$facets.set(results)
  return renderToStaticMarkup(createElement(CollectionContext, { value: page }, createElement(TimeFilter)))
}
const bars = (html: string) => html.match(/<rect x="\d+\.6"/g)?.length ?? 0
const coloured = (html: string) => html.match(/data-inside/g)?.length ?? 0

test('bars of all decades stay in grey where nothing is found', () => {
  expect([bars(markup()), coloured(markup())]).toEqual([2, 2])
  const nothing = markup(facets([]))
  expect([bars(nothing), coloured(nothing)]).toEqual([2, 0])
})

test('what is older than the slider is a choice below it', () => {
  expect(markup()).not.toContain('Before 1830')
  expect(markup(facets([], 7))).toMatch(/Before 1830.*>7</)
})
