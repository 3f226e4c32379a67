import { hitLabel, hitQuery, readTextRecord } from '#rules/addresses/hit-address.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import { findInText } from '#rules/search/found-in-text.ts'
import { type IndexQuery, TYPES } from '#rules/search/index-filters.ts'
import { wordForms } from '#rules/search/word-forms.ts'
import type { AddTexts, Asked, Hit, Pagefind, PagefindAnswer, PagefindRecord } from './pagefind.ts'

/** Items that are looked at: the record of each is read. */
const MOST = 100

/** @param asked the index of texts @param records the index of records, without words in the order of dates. */
export async function itemsInTexts({ pagefind, text, filters }: Asked, records: Pagefind): Promise<AddTexts> {
  const search = async (item: string[]) => pagefind.search(text, { filters: { ...filters, item: { any: item } } })
  async function read(hit: Hit, item: number): Promise<[Hit, PagefindRecord]> {
    const record = await hit.data()
    const best = async () => (await search([`${item}`])).results[0]?.data()
    return [{ id: hit.id, score: 0, data: async () => withPlace(record, await best(), text!) }, record]
  }
  const found = (await search([])).filters.item ?? {}
  const items = Object.keys(found).flatMap((item) => (found[item]! > 0 ? Number(item) : []))
  const { results: all } = await records.search(null, { filters: { type: { any: TYPES } } })
  const first = items.sort((a, b) => a - b).slice(0, MOST)
  const hits = await Promise.allSettled(first.map(async (at) => read(all[at]!, at)))
  return (named: PagefindAnswer, query: IndexQuery): PagefindAnswer => {
    const known = new Set(named.results.map(({ id }) => id))
    // Without what was just withdrawn.
    const more = hits.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const wanted = more.filter(([{ id }, record]) => !known.has(id) && isWanted(record, query))
    const counts: PagefindAnswer['filters'] = {}
    for (const name of Object.keys(query)) {
      const own = (counts[name] = { ...named.filters[name] })
      for (const [, record] of wanted)
        for (const value of record.filters[name] ?? []) own[value] = (own[value] ?? 0) + 1
    }
    const results = [...named.results, ...wanted.map(([hit]) => hit)]
    return { results, filters: counts, isShortened: items.length > MOST }
  }
}

const isWanted = ({ filters }: PagefindRecord, query: IndexQuery): boolean =>
  Object.entries(query).every(([name, wanted]) => {
    const has = (value: string) => (filters[name] ?? []).includes(value)
    if (!wanted) return true
    return 'all' in wanted ? wanted.all.every(has) : wanted.any.length === 0 || wanted.any.some(has)
  })

/** The record of an item with its text instead of the description, in which the words are not. */
function withPlace(record: PagefindRecord, text: PagefindRecord | undefined, asked: string): PagefindRecord {
  const words = asked.startsWith('"') ? [asked.slice(1, -1)] : asked.split(' ')
  const terms = words.map((word) => ({ forms: wordForms(word), prefix: true }))
  const { page = null, passages = [] } = text ? readTextRecord(text) : {}
  const found = findInText(passages, terms)
  if (!found) return record
  const [label, place] = [hitLabel({ page, ...found }), hitQuery({ page, ...found })]
  const [before, match, after] = [label + found.before, found.match, found.after]
  const excerpt = `${escapeMarkup(before)}<mark>${escapeMarkup(match)}</mark>${escapeMarkup(after)}`
  const shown = { url: record.url + place, content: before + match + after, excerpt }
  return { ...record, ...shown, found: { page, ...found, label, place } }
}
