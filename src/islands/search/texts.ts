import type { FoundIn } from '#contract/item.ts'
import { hitLabel, hitQuery, readText } from '#rules/addresses/hit-address.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import { findInText } from '#rules/search/found-in-text.ts'
import { type IndexQuery, TYPES } from '#rules/search/index-filters.ts'
import type { SearchTerm } from '#rules/search/search-terms.ts'
import { wordForms } from '#rules/search/word-forms.ts'
import type { Asked } from './engine.ts'
import type { Hit, Pagefind, PagefindAnswer, PagefindRecord } from './pagefind.ts'

/** Items that are looked at: the record of each is read. */
const MOST = 100

/** Adds to what was found by a query the items that only their texts have the words of, in the order of dates. */
export type AddTexts = (named: PagefindAnswer, query: IndexQuery) => PagefindAnswer

/** @param asked the index of texts @param records the index of records, without words in the order of dates. */
export async function itemsInTexts({ pagefind, text, filters }: Asked, records: Pagefind): Promise<AddTexts> {
  const search = async (item: string[]) => pagefind.search(text, { filters: { ...filters, item: { any: item } } })
  async function read(hit: Hit, item: number): Promise<Read> {
    const place = async () => {
      const [best] = (await search([`${item}`])).results
      return best && placeIn(await best.data(), termsOf(text!))
    }
    const record = await hit.data()
    return { hit: { id: hit.id, score: 0, data: async () => showPlace(record, await place()), place }, record }
  }
  const [found, { results: all }] = await Promise.all([
    search([]),
    records.search(null, { filters: { type: { any: TYPES } } }),
  ])
  const items = Object.entries(found.filters.item ?? {}).flatMap(([item, count]) => (count > 0 ? Number(item) : []))
  const shown = items.sort((a, b) => a - b).slice(0, MOST)
  // Without what was just withdrawn.
  const hits = (await Promise.allSettled(shown.map(async (at) => read(all[at]!, at)))).flatMap((each) =>
    each.status === 'fulfilled' ? [each.value] : [],
  )
  return (named: PagefindAnswer, query: IndexQuery): PagefindAnswer => {
    const known = new Set(named.results.map(({ id }) => id))
    const more = hits.filter(({ hit, record }) => !known.has(hit.id) && isWanted(record, query))
    return {
      results: [...named.results, ...more.map(({ hit }) => hit)],
      filters: Object.fromEntries(Object.keys(query).map((name) => [name, count(more, name, named.filters[name])])),
      isShortened: items.length > MOST,
    }
  }
}

interface Read {
  hit: Hit
  record: PagefindRecord
}
const isWanted = ({ filters }: PagefindRecord, query: IndexQuery): boolean =>
  Object.entries(query).every(([name, wanted]) => {
    const has = (value: string) => (filters[name] ?? []).includes(value)
    if (!wanted) return true
    return 'all' in wanted ? wanted.all.every(has) : wanted.any.length === 0 || wanted.any.some(has)
  })

function count(more: readonly Read[], name: string, before: Record<string, number> = {}): Record<string, number> {
  const counts = { ...before }
  for (const { record } of more)
    for (const value of record.filters[name] ?? []) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

const termsOf = (asked: string): SearchTerm[] =>
  asked.startsWith('"')
    ? [{ forms: [asked.slice(1, -1)], prefix: false }]
    : asked.split(' ').map((word) => ({ forms: wordForms(word), prefix: true }))

/** Where a record of the index of texts has what was asked for. */
function placeIn({ url, content }: PagefindRecord, terms: readonly SearchTerm[]): FoundIn | undefined {
  const { passages, ...at } = readText(url, content)
  const match = findInText(passages, terms)
  if (!match) return undefined
  const found = { ...at, ...match }
  return { ...found, label: hitLabel(found), place: hitQuery(found) }
}

/** The record of an item with the text instead of the description, in which the words are not. */
function showPlace(record: PagefindRecord, at: FoundIn | undefined): PagefindRecord {
  if (!at) return record
  const [before, match, after] = [at.label + at.before, at.match, at.after].map(escapeMarkup)
  const content = at.label + at.before + at.match + at.after
  return { ...record, url: record.url + at.place, content, excerpt: `${before}<mark>${match}</mark>${after}` }
}
