import { hitLabel, hitQuery, readTextRecord } from '#rules/addresses/hit-address.ts'
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
    const record = await hit.data()
    const best = async () => (await search([`${item}`])).results[0]?.data()
    return { hit: { id: hit.id, score: 0, data: async () => withPlace(record, await best(), termsOf(text!)) }, record }
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

/** The record of an item with its text instead of the description, in which the words are not. */
function withPlace(
  record: PagefindRecord,
  text: PagefindRecord | undefined,
  terms: readonly SearchTerm[],
): PagefindRecord {
  const { page = null, passages = [] } = text ? readTextRecord(text) : {}
  const found = findInText(passages, terms)
  if (!found) return record
  const [label, place] = [hitLabel({ page, ...found }), hitQuery({ page, ...found })]
  const [before, match, after] = [label + found.before, found.match, found.after]
  const excerpt = `${escapeMarkup(before)}<mark>${escapeMarkup(match)}</mark>${escapeMarkup(after)}`
  const shown = { url: record.url + place, content: before + match + after, excerpt }
  return { ...record, ...shown, found: { page, ...found, label, place } }
}
