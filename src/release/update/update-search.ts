import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { isHashed, RECORDS_FOLDER } from '#rules/addresses/site-routing.ts'
import { resultAddress, SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import {
  INDEX_NAME,
  type RecordCounts,
  type SearchDelta,
  VOCABULARY,
  type VocabularyList,
} from '#rules/search/vocabulary.ts'
import type { Archive } from '#snapshot/types.ts'
import { listFiles } from '../files/link-unchanged.ts'
import type { buildSearchDelta, SearchBase } from '../search/build-index.ts'
import { recordHash } from '../search/deal-records.ts'
import { addMerged, ENTRY, readEntry } from '../search/entry.ts'
import { searchRecords, type SearchRecord } from '../search/records.ts'
import type { Update } from './write-update.ts'

const SEARCH = 'pagefind'
const WORDS = VOCABULARY.list.slice(1)
/** Records of a delta after which the base is made anew: visitors load its index besides. */
const DELTA_LIMIT = 400

/** The search index of a release. A record of the base whose file is empty was changed or removed since, and stays hidden. */
export interface SearchContents extends SearchBase {
  /** Files of deltas on the site. */
  delta: string[]
}

export interface SearchUpdate {
  search: SearchContents
  /** False if a record was changed or removed: what earlier indexes say of it may not be served any more. */
  compatible: boolean
  /** Why the base has to be made anew: a record was withdrawn, whose words are still in it, or the delta has become too large. */
  renew: 'withdrawn' | 'large' | undefined
}

/** Writes a delta over the base: an index of the records that are new or different, and a list of those to hide. `folder` is empty, for its files. */
export async function updateSearch(
  update: Update,
  archive: Archive,
  before: SearchContents,
  buildDelta: typeof buildSearchDelta,
  folder: string,
  changedItems?: ReadonlySet<number>,
): Promise<SearchUpdate> {
  const earlierRecords = before.records
  const { delta: last, ...words } = read<VocabularyList>(join(update.live, WORDS))
  // Others are in the base as they were, or have been hidden there.
  const mayDiffer = (kind: SearchKind, id: number) =>
    changedItems === undefined ||
    (kind === 'item' && (changedItems.has(id) || added.has(id))) ||
    (kind !== 'item' && !earlierRecords[resultAddress(kind, id)]?.[1])
  const added = new Set(last?.items.added)
  const changed = new Map<string, SearchRecord>()
  for (const record of searchRecords(archive, mayDiffer)) {
    const address = resultAddress(record.kind, record.id)
    const [hash, file] = earlierRecords[address] ?? []
    if (!file || hash !== recordHash(record)) changed.set(address, record)
  }
  const isGone = goneRecords(archive, changedItems)
  const hidden: number[] = []
  const hiddenItems: number[] = []
  const hiddenNow: SearchBase['records'] = {}
  let [place, isWithdrawn] = [-1, false]
  // No list of entries: there may be a hundred thousand, and one of them has changed.
  for (const address in earlierRecords) {
    place++
    const [hash, file] = earlierRecords[address]!
    const gone = isGone(address, file !== '')
    if (file && !gone && !changed.has(address)) continue
    hidden.push(place)
    if (place < words.records.item) hiddenItems.push(recordIdFromPath(address)!)
    if (gone) isWithdrawn = true
    if (!file) continue
    update.remove(join(RECORDS_FOLDER, file))
    hiddenNow[address] = [hash, '']
  }
  let compatible = Object.keys(hiddenNow).length === 0
  const records = compatible ? earlierRecords : { ...earlierRecords, ...hiddenNow }
  const entry = readEntry(join(update.live, SEARCH))
  delete entry.languages[INDEX_NAME.delta]
  const files = new Set<string>()
  let list: VocabularyList = { ...words, version: before.version }
  if (changed.size > 0 || hidden.length > 0) {
    const { version, ...index } = changed.size > 0 ? await buildDelta([...changed.values()], folder) : NOTHING
    if (changed.size > 0) {
      addMerged(entry, INDEX_NAME.delta, readEntry(folder))
      for (const file of listFiles(folder).filter(isOfIndex)) {
        files.add(join(SEARCH, file))
        update.write(join(SEARCH, file), readFileSync(join(folder, file)))
      }
    }
    const items = {
      added: [...changed.values()].flatMap(({ kind, id }) => (kind === 'item' ? [id] : [])),
      hidden: hiddenItems,
    }
    const delta: SearchDelta = { ...index, hidden, items }
    list = { ...list, version: hashOf([before.version, version, hidden]), delta }
  }
  update.write(join(SEARCH, ENTRY), JSON.stringify(entry))
  update.write(WORDS, JSON.stringify(list))

  const earlier = before.delta.filter((file) => !files.has(file))
  if (earlier.some((file) => file.startsWith(RECORDS_FOLDER))) compatible = false
  if (!compatible) for (const file of earlier) update.remove(file)
  const search = { version: before.version, records, delta: [...files, ...(compatible ? earlier : [])] }
  return {
    search,
    compatible,
    renew: isWithdrawn ? 'withdrawn' : changed.size > DELTA_LIMIT ? 'large' : undefined,
  }
}

/** Whether the archive has no record of an address any more. Of those that the last index shows, only changed items can be gone. */
function goneRecords({ lists, item }: Archive, changedItems: ReadonlySet<number> | undefined) {
  const gone =
    changedItems && new Set([...changedItems].filter((id) => !item(id)).map((id) => resultAddress('item', id)))
  let there: Set<string> | undefined
  const isThere = (address: string) => {
    there ??= new Set(
      [
        lists.items.map(({ id }) => resultAddress('item', id)),
        lists.people.map(({ id }) => resultAddress('person', id)),
        lists.organizations.map(({ id }) => resultAddress('organization', id)),
        lists.locations.map(({ properties }) => resultAddress('place', properties.pk)),
        lists.subjects.map(({ id }) => resultAddress('subject', id)),
        lists.collections.map(({ id }) => resultAddress('collection', id)),
      ].flat(),
    )
    return there.has(address)
  }
  return (address: string, isShown: boolean) => (gone && isShown ? gone.has(address) : !isThere(address))
}

const read = <Value>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Value
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
const NOTHING = {
  version: '',
  name: INDEX_NAME.delta,
  size: 0,
  records: Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, 0])) as RecordCounts,
  files: [],
}
/** Not Pagefind's programs and styles, which the base has. */
const isOfIndex = (file: string) => /^(?:index|fragment|filter|words)\/|\.pf_meta$/.test(file)

/**
 * Replaces base and delta by an index that was made anew in `indexed`. While every earlier record is the same, chunks of the earlier index stay for pages that are
 * open. After a withdrawal or a correction nothing of it stays. Returns whether they stay.
 */
export function replaceSearch(update: Update, indexed: string): boolean {
  const [now, earlier] = [listFiles(indexed), listFiles(join(update.live, SEARCH))]
  for (const file of now) update.write(join(SEARCH, file), readFileSync(join(indexed, file)))
  const kept = new Set(now)
  const plain = earlier.filter((file) => !/\.(?:br|gz)$/.test(file))
  const gone = plain.filter((file) => !kept.has(file))
  const records = readdirSync(join(update.live, RECORDS_FOLDER)).map((name) => join(RECORDS_FOLDER, name))
  const compatible = records.every((file) => kept.has(file.slice(SEARCH.length + 1)) && !update.writes.has(file))
  for (const file of gone) {
    const path = join(SEARCH, file)
    if (!compatible || !isHashed(`/${path}`)) update.remove(path)
  }
  return compatible
}
