import * as v from 'valibot'
import { collection, type Collection } from '#contract/collection.ts'
import { id } from '#contract/fields.ts'
import { ITEM_TYPES } from '#contract/item.ts'
import { CATALOGUE, type Catalogue } from '#rules/catalogue/catalogue.ts'
import { readCatalogue } from '#rules/catalogue/catalogue-file.ts'
import { openCatalogue } from '#rules/catalogue/catalogue-search.ts'
import type { Picture } from '#rules/media/pictures.ts'
import type { ResultCard } from '#views/result-card.ts'
import { indexText } from '#rules/search/search-text.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { validRows } from '../shared/rows.ts'
import type { TagKind } from './collection-stores.ts'

/** A record that can be a tag, with its names normalized for searching. */
interface NamedRow {
  id: number
  name: string
  detail: string
  folded: string
}

const link = v.object({ href: v.string(), text: v.string() })
const named = v.object({ id, text: v.string() })
const source = v.object({ type: v.string(), srcset: v.string(), media: v.exactOptional(v.string()) })
const picture: v.GenericSchema<unknown, Picture> = v.object({
  src: v.string(),
  full: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  pixels: v.string(),
  sources: v.array(source),
  srcset: v.string(),
  sizes: v.string(),
})
const card: v.GenericSchema<unknown, ResultCard> = v.object({
  id,
  href: v.string(),
  heading: v.string(),
  type: v.picklist(ITEM_TYPES),
  typeName: v.string(),
  date: v.nullable(v.object({ text: v.string(), machine: v.nullable(v.string()) })),
  description: v.string(),
  place: v.nullable(v.object({ ...link.entries, id })),
  people: v.array(link),
  subjects: v.array(named),
  organizations: v.array(link),
  collection: v.nullable(named),
  picture: v.nullable(picture),
  scans: v.number(),
})
const nameRow = v.pipe(
  v.tuple([id, v.string(), v.string(), v.array(v.string())]),
  v.transform(([id, name, detail, others]): NamedRow => ({ id, name, detail, folded: indexText(name, ...others) })),
)
const zone = v.object({ pk: id, name: v.string() })

/** The files of the last build, each loaded on first use and cached. A failed load is retried on the next call. */
export function createSnapshotFiles(data: (path: string) => Promise<unknown>, thisYear: number) {
  const cache = new Map<string, Promise<unknown>>()
  function cached<File>(path: string, read: (file: unknown) => File): Promise<File> {
    const known = cache.get(path) as Promise<File> | undefined
    if (known) return known
    const file = data(path).then(read)
    cache.set(path, file)
    file.catch(() => cache.delete(path))
    return file
  }
  const cardsOf = (file: number) =>
    cached(CATALOGUE.cards(file), (list) => new Map(validRows(card, list).map((each) => [each.id, each])))

  return {
    catalogue: (): Promise<Catalogue> =>
      cached(CATALOGUE.index, (file) => {
        const columns = readCatalogue(file)
        if (!columns) throw new Error('No catalogue')
        return openCatalogue(columns, thisYear)
      }),
    /** The cards of these items, in this order. Unreadable ones are left out. */
    async cards(catalogue: Catalogue, ids: readonly number[]): Promise<ResultCard[]> {
      const found = await Promise.all(
        ids.map(async (id) => {
          const file = catalogue.fileOf(id)
          return file === undefined ? undefined : (await cardsOf(file)).get(id)
        }),
      )
      return found.filter((each) => each !== undefined)
    },
    names: (kind: TagKind): Promise<NamedRow[]> => cached(CATALOGUE.names(kind), (file) => validRows(nameRow, file)),
    collections: (): Promise<Collection[]> => cached(CATALOGUE.collections, (file) => validRows(collection, file)),
    /** Each place has its own file; without it there is no name. */
    async placeNames(ids: readonly number[]): Promise<Map<number, string>> {
      const read = (pk: number) =>
        cached(MAP_DATA.zone(pk), (file) => {
          const { name } = v.parse(zone, file)
          return [[pk, name]] as [number, string][]
        }).catch(() => [])
      return new Map((await Promise.all(ids.map(read))).flat())
    },
  }
}
