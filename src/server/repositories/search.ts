import * as v from 'valibot'
import { endpoints, type Query } from '#contract/endpoints.ts'
import type { ItemFacets } from '#contract/item-facets.ts'
import type { Item } from '#contract/item.ts'
import type { SearchAnswer } from '#contract/search.ts'
import { shorten } from '#rules/names/record-names.ts'
import { NAME_RANK, rankNames, type RankedNames } from '#rules/search/name-search.ts'
import {
  collectionRow,
  itemRow,
  organizationRow,
  personRow,
  placeRow,
  storyRow,
  subjectRow,
  type ResultRow,
} from '#rules/search/result-rows.ts'
import { SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import { indexText, searchText, searchWords } from '#rules/search/search-text.ts'
import { placeText } from '#rules/search/searched-text.ts'
import { wordForms } from '#rules/search/word-forms.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import type { ReadState } from './archive-state.ts'
import type { createItemFacets } from './item-facets.ts'
import type { createItems } from './items.ts'
import type { createOrganizations } from './organizations.ts'
import type { createPeople } from './people.ts'
import { createSearchNames } from './search-names.ts'
import { createSpelling } from './spelling.ts'
import { PUBLIC } from './view.ts'

type Kind = SearchAnswer['kinds'][number]
type NamedKind = Exclude<SearchKind, 'item'>
interface Found {
  items: ReturnType<typeof createItems>
  itemFacets: ReturnType<typeof createItemFacets>
  people: ReturnType<typeof createPeople>
  organizations: ReturnType<typeof createOrganizations>
}
type ItemPage = { count: number; results: Item[] }

/**
 * The site's search (contract/search.ts), for the public: items as `/api/items/` finds and ranks them, other kinds by their names and texts, as in the search
 * index. Each kind is in the place of its best name; among those with the same rank items come first.
 */
export function createSearch(
  reader: ArchiveDatabase,
  state: ReadState,
  { items, itemFacets, people, organizations }: Found,
) {
  const names = createSearchNames(reader, state)
  const correct = createSpelling(reader)
  const scope = async () => ({ conditions: PUBLISHED, viewer: PUBLIC.viewer, names: await names.byWord() })

  const rowsOf: Record<NamedKind, (ids: number[]) => Promise<ResultRow[]>> = {
    person: async (ids) => (await people.list({ people: ids, search: undefined })).map((row) => personRow(row, '')),
    organization: async (ids) => (await organizations.list({ ids, search: undefined })).map(organizationRow),
    place: async (ids) => (await names.places(ids)).map((row) => placeRow(row, placeText(row), row, '')),
    subject: async (ids) => (await names.subjects(ids)).map(subjectRow),
    collection: async (ids) => (await names.collections(ids)).map(collectionRow),
    story: async (ids) => (await names.stories(ids)).map(storyRow),
  }
  /** A page of a kind, in the order of the names. */
  async function pageOf(kind: NamedKind, { ids }: RankedNames, { page, page_size, search = '' }: Query<'search'>) {
    const wanted = ids.slice((page - 1) * page_size, page * page_size)
    const rows = new Map(wanted.length > 0 ? (await rowsOf[kind](wanted)).map((row) => [row.id, row]) : [])
    return wanted.flatMap((id) => result(rows.get(id), search))
  }

  async function itemPage(query: Query<'search'>, thisYear: number) {
    const filters = { ...NO_FILTERS, search: query.search, type: query.type }
    const { page, page_size } = query
    const { text } = await items.list({ ...filters, page, page_size, sort: undefined }, thisYear)
    const { count, results } = JSON.parse(text) as ItemPage
    // A hit in a text is shown instead of the description, in which the words are not.
    const textOf = ({ found_in: [hit] = [], general_description }: Item) =>
      hit ? hit.label + hit.before + hit.match + hit.after : general_description
    return {
      count,
      rows: results.map((item) => ({
        ...itemRow(item, ''),
        text: textOf(item),
        place: item.found_in?.[0]?.place,
      })),
    }
  }

  async function typesOf({ search }: Query<'search'>, thisYear: number): Promise<SearchAnswer['types']> {
    const { text } = await itemFacets.facets({ ...NO_FILTERS, search, type: undefined }, thisYear)
    return (JSON.parse(text) as ItemFacets).types
  }

  /** The correction knows the words of items and names only. */
  async function corrected(search: string): Promise<Pick<SearchAnswer, 'correction' | 'unknown'>> {
    const { correction, unknown } = await correct(search, await scope())
    const inTexts = await Promise.all(unknown.map(({ word }) => names.isKnown(searchTerms(word).terms)))
    return { correction, unknown: unknown.filter((_, at) => !inTexts[at]) }
  }

  async function find(query: Query<'search'>, thisYear: number): Promise<SearchAnswer> {
    const { search = '' } = query
    const { terms } = searchTerms(search)
    const kind = query.type ? 'item' : query.kind
    const found: (Kind & { rank: number })[] = []
    for (const each of SEARCH_KINDS) {
      if (terms.length === 0 || (kind && kind !== each)) continue
      if (each === 'item') {
        const { count, rows } = await itemPage(query, thisYear)
        const titles = rows.slice(0, 1).map(({ id, title }) => ({ id, text: indexText(title) }))
        // Words that only texts have say least.
        const isNamed = rows[0]?.place === undefined
        const rank = isNamed ? Math.max(NAME_RANK.named, rankNames(titles, search, terms).best) : Infinity
        if (count > 0) found.push({ kind: each, count, results: rows.flatMap((row) => result(row, search)), rank })
        continue
      }
      const ranked = rankNames(await names.found(each, terms), search, terms)
      const count = ranked.ids.length
      // Items and people come before the places that are called so, unless one is just what was typed.
      const rank = each === 'place' && ranked.best > NAME_RANK.same ? NAME_RANK.text : ranked.best
      if (count > 0) found.push({ kind: each, count, results: await pageOf(each, ranked, query), rank })
    }
    return {
      kinds: found.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...each }) => each),
      types: kind === 'item' && terms.length > 0 ? await typesOf(query, thisYear) : [],
      ...(found.length > 0 || kind ? { unknown: [], correction: null } : await corrected(search)),
    }
  }

  return { find }
}

const PUBLISHED = [{ text: "item.visibility = 'published'", values: [] }]
const NO_FILTERS = { ...v.parse(endpoints.itemFacets.query, {}), visibility: 'published' as const }

const result = (row: (ResultRow & { place?: string | undefined }) | undefined, search: string): Kind['results'] =>
  row ? [{ ...row, type: row.type ?? '', text: excerptOf(row.text, search) }] : []

/** Characters of an excerpt, and words before the match. */
const LENGTH = 200
const BEFORE = 8

/** The text around the first word of the search, or its beginning. */
export function excerptOf(text: string, search: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= LENGTH) return flat
  const beginnings = searchWords(search).flatMap(wordForms)
  const words = flat.split(' ')
  const isFound = (word: string) => beginnings.some((beginning) => ` ${searchText(word)}`.includes(` ${beginning}`))
  const from = Math.max(0, words.findIndex(isFound) - BEFORE)
  return `${from > 0 ? '…' : ''}${shorten(words.slice(from).join(' '), LENGTH)}`
}
