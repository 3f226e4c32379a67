import type { Geometry } from '#contract/location.ts'
import type { RecordKind } from '#contract/record.ts'
import { personForms, readPersonName } from '#rules/import/person-names.ts'
import { personName } from '#rules/names/record-names.ts'
import { editDistance } from '#rules/search/edit-distance.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { Key } from '../bundle/bundle-row.ts'
import type { Db } from '../database/tables.ts'

/** A record of the archive, or a row of this import, by what it is called. */
export interface Named {
  key: Key
  name: string
  /** Years. */
  born?: number | undefined
  died?: number | undefined
  /** Of a row of this import that is no record yet, where it is. */
  row?: string
}
type Lived = Pick<Named, 'born' | 'died'>

/** Folded names of one letter more, less or other may mean the same; with another number they do not (Class of 1921 and 1922). */
const SHORTEST_NEAR = 6
const numbersIn = (form: string) => form.replace(/\D+/g, ' ').trim()
const isAlmost = (one: string, other: string) =>
  one.length >= SHORTEST_NEAR && numbersIn(other) === numbersIn(one) && editDistance(one, other, 1) === 1
/** “a ross” and “alex ross” may be “alexander ross”. */
function isShortFor(one: string, other: string): boolean {
  const [first, rest] = [one, other].map((name) => name.indexOf(' '))
  return first! > 0 && one.slice(first) === other.slice(rest) && other.slice(0, rest).startsWith(one.slice(0, first))
}
/** True for folded names that are equal, almost, or with a shorter first word. */
export const isAlike = (one: string, other: string): boolean =>
  one === other || isAlmost(one, other) || isShortFor(one, other) || isShortFor(other, one)

/** Finds records by their names, whatever the letter case, accents and order of a person's names. */
export function createNameIndex() {
  const forms = new Map<string, Set<Named>>()
  /** By kind and first or last letters: a single mistake leaves one of them. */
  const byEnd = new Map<string, Set<string>>()
  const keys = new Set<string>()
  const ends = (form: string) => [`^${form.slice(0, 4)}`, `$${form.slice(-4)}`]
  const addTo = (kind: RecordKind, form: string, named: Named) => {
    if (form === '') return
    const place = `${kind} ${form}`
    forms.set(place, (forms.get(place) ?? new Set()).add(named))
    for (const end of ends(form)) byEnd.set(`${kind} ${end}`, (byEnd.get(`${kind} ${end}`) ?? new Set()).add(form))
  }
  const formsOf = (kind: RecordKind, written: string) =>
    kind === 'people' ? personForms(readPersonName(written)) : [searchText(written)]
  const fits = (one?: number, other?: number) => one === undefined || other === undefined || Math.abs(one - other) <= 1
  const called = (kind: RecordKind, names: readonly string[], { born, died }: Lived) => {
    const found = new Map<Key, Named>()
    for (const form of names)
      for (const named of forms.get(`${kind} ${form}`) ?? [])
        if (fits(named.born, born) && fits(named.died, died)) found.set(named.key, named)
    return [...found.values()]
  }
  const livedIn = (kind: RecordKind, written: string) => (kind === 'people' ? readPersonName(written) : {})
  return {
    /** @param names each as written, or folded parts of a person's name */
    add(kind: RecordKind, named: Named, names: readonly string[]): void {
      keys.add(`${kind} ${named.key}`)
      for (const form of new Set(names)) addTo(kind, searchText(form), named)
    },
    has: (kind: RecordKind, key: Key) => keys.has(`${kind} ${key}`),
    formsOf,
    /** Those with one of these folded names, whose years may be these. */
    called,
    /** Those with exactly this name; years that were written tell people of one name apart. */
    find: (kind: RecordKind, written: string) => called(kind, formsOf(kind, written), livedIn(kind, written)),
    /** Those whose name differs in one letter, or otherwise, and whose years may be these. */
    near(kind: RecordKind, written: string, isNear = isAlmost): Named[] {
      const near = formsOf(kind, written).flatMap((form) =>
        ends(form).flatMap((end) => [...(byEnd.get(`${kind} ${end}`) ?? [])].filter((other) => isNear(form, other))),
      )
      return called(kind, near, livedIn(kind, written))
    },
  }
}
export type NameIndex = ReturnType<typeof createNameIndex>

/** Adds the outlines of the archive's places. */
export async function addArchivePlaces(db: Db, places: { add(key: Key, geometry: Geometry): void }): Promise<void> {
  const query = db.selectFrom('location').select(['id', 'geometry']).where('geometry', 'is not', null)
  for (const { id, geometry } of await query.execute()) places.add(id, JSON.parse(geometry!) as Geometry)
}

const year = (date: number | null) => (date === null ? undefined : Math.trunc(date / 10_000))
const listed = (json: string) => JSON.parse(json || '[]') as string[]

/** Adds what the archive has. */
export async function addArchiveNames(db: Db, index: NameIndex): Promise<void> {
  const people = db.selectFrom('person').select(['id', 'first_name', 'middle_name', 'surname'])
  for (const row of await people.select(['date_of_birth', 'date_of_death']).execute()) {
    const lived = { born: year(row.date_of_birth), died: year(row.date_of_death) }
    index.add('people', { key: row.id, name: personName(row), ...lived }, personForms(row))
  }
  for (const { id, name, altname } of await db.selectFrom('organization').select(['id', 'name', 'altname']).execute())
    index.add('organizations', { key: id, name }, [name, ...listed(altname)])
  for (const { id, name } of await db.selectFrom('subject').select(['id', 'subject_name as name']).execute())
    index.add('subjects', { key: id, name }, [name])
  for (const { id, name } of await db.selectFrom('collection').select(['id', 'collection_name as name']).execute())
    index.add('collections', { key: id, name }, [name])
  const places = await db.selectFrom('location').select(['id', 'name', 'address', 'altnames']).execute()
  for (const { id, name, address, altnames } of places)
    index.add('locations', { key: id, name: name || address }, [name, address, ...listed(altnames)])
  for (const { id, name } of await db.selectFrom('place_name').select(['location_id as id', 'name']).execute())
    index.add('locations', { key: id, name }, [name])
  const lots = await db.selectFrom('lot').select(['lot_num as lot', 'location_id as location']).execute()
  for (const { lot, location } of lots) {
    index.add('lots', { key: lot, name: lot }, [lot])
    if (location !== null) index.add('locations', { key: location, name: `Lot ${lot}` }, [lot, `lot ${lot}`])
  }
}
