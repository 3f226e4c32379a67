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
  born?: number
  died?: number
}

/** Folded names of one letter more, less or other may mean the same; with another number they do not (Class of 1921 and 1922). */
const SHORTEST_NEAR = 6
const numbersIn = (form: string) => form.replace(/\D+/g, ' ').trim()

/** Finds records by their names, whatever the letter case, accents and order of a person's names. */
export function createNameIndex() {
  const forms = new Map<string, Set<Named>>()
  /** By kind and first or last letters: a single mistake leaves one of them. */
  const near = new Map<string, Map<string, Named>>()
  const ends = (form: string) => [`^${form.slice(0, 4)}`, `$${form.slice(-4)}`]
  const addTo = (kind: RecordKind, form: string, named: Named) => {
    if (form === '') return
    const place = `${kind} ${form}`
    forms.set(place, (forms.get(place) ?? new Set()).add(named))
    for (const end of ends(form)) {
      const bucket = near.get(`${kind} ${end}`) ?? new Map<string, Named>()
      near.set(`${kind} ${end}`, bucket.set(form, named))
    }
  }
  const formsOf = (kind: RecordKind, written: string) =>
    kind === 'people' ? personForms(readPersonName(written)) : [searchText(written)]
  const fits = (one?: number, other?: number) => one === undefined || other === undefined || Math.abs(one - other) <= 1
  return {
    /** @param names each as written, or folded parts of a person's name */
    add(kind: RecordKind, named: Named, names: readonly string[]): void {
      for (const form of new Set(names)) addTo(kind, searchText(form), named)
    },
    formsOf,
    /** Those with exactly this name; years that were written tell people of one name apart. */
    find(kind: RecordKind, written: string): Named[] {
      const found = new Map<Key, Named>()
      for (const form of formsOf(kind, written))
        for (const named of forms.get(`${kind} ${form}`) ?? []) found.set(named.key, named)
      if (kind !== 'people') return [...found.values()]
      const { born, died } = readPersonName(written)
      return [...found.values()].filter((each) => fits(each.born, born) && fits(each.died, died))
    },
    /** Those whose name differs in one letter. */
    near(kind: RecordKind, written: string): Named[] {
      const found = new Map<Key, Named>()
      for (const form of formsOf(kind, written).filter(({ length }) => length >= SHORTEST_NEAR))
        for (const end of ends(form))
          for (const [other, named] of near.get(`${kind} ${end}`) ?? [])
            if (numbersIn(other) === numbersIn(form) && editDistance(form, other, 1) === 1) found.set(named.key, named)
      return [...found.values()]
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
  for (const { id, subject_name: name } of await db.selectFrom('subject').select(['id', 'subject_name']).execute())
    index.add('subjects', { key: id, name }, [name])
  for (const { id, collection_name: name } of await db
    .selectFrom('collection')
    .select(['id', 'collection_name'])
    .execute())
    index.add('collections', { key: id, name }, [name])
  const places = await db.selectFrom('location').select(['id', 'name', 'address', 'altnames']).execute()
  for (const { id, name, address, altnames } of places)
    index.add('locations', { key: id, name: name || address }, [name, address, ...listed(altnames)])
  for (const { lot_num: lot, location_id: location } of await db
    .selectFrom('lot')
    .select(['lot_num', 'location_id'])
    .execute()) {
    index.add('lots', { key: lot, name: lot }, [lot])
    if (location !== null) index.add('locations', { key: location, name: `Lot ${lot}` }, [lot, `lot ${lot}`])
  }
}
