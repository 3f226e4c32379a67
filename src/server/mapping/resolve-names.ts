import type { ImportMapping } from '#contract/import-mapping.ts'
import type { RecordKind } from '#contract/record.ts'
import { isNobody, personForms, readPersonName } from '#rules/import/person-names.ts'
import { personName } from '#rules/names/record-names.ts'
import { derivedNumber, type Key, type Row } from '../bundle/bundle-row.ts'
import type { ListName } from '../bundle/lists.ts'
import { createNameIndex, isAlike, type NameIndex, type Named } from './name-index.ts'
import type { Resolved } from './put-cell.ts'

/** A name that may mean several records, or one that is written almost like it. */
export interface NameQuestion {
  about: 'names'
  list: RecordKind
  name: string
  candidates: Named[]
}

/** The number of a row by its key in the source: the same in every import. */
export const numberOf = (list: ListName, key: string): Key =>
  list === 'lots' ? key : derivedNumber(JSON.stringify([list, key]))

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const yearIn = (value: unknown) => Number(/\d{4}/.exec(text(value))?.[0]) || undefined

/** A row can be named by its key, and by what its record is called. `own`: its record, or its number and where it is. @returns a new person and one of the archive who may be the same. */
export function addOwnNames(index: NameIndex, list: ListName, own: Omit<Named, 'name'>, key: string, fields: Row) {
  const person = {
    first_name: text(fields['first_name']),
    middle_name: text(fields['middle_name']),
    surname: text(fields['surname']),
  }
  const names = {
    people: personForms(person),
    organizations: [text(fields['name']), ...((fields['altname'] as string[] | undefined) ?? [])],
    subjects: [text(fields['subject_name'])],
    collections: [text(fields['collection_name'])],
    locations: [text(fields['name']), text(fields['address']), ...((fields['altnames'] as string[] | undefined) ?? [])],
    lots: [key],
    items: [key],
    files: [key],
  }[list as string]
  if (names === undefined) return undefined
  const lived = { born: yearIn(fields['date_of_birth']), died: yearIn(fields['date_of_death']) }
  const name = (list === 'people' ? personName(person) : names[0]) || key
  const named = { ...own, name, ...(list === 'people' && lived) }
  const isNew = list === 'people' && own.row !== undefined && !isNobody(name)
  const same = isNew && index.called(list, names, lived).find(({ row }) => row === undefined)
  index.add(list, named, [...names, key])
  return same ? [named, same] : undefined
}

/** Kinds whose records are made of a name alone. */
export const MADE: Partial<Record<RecordKind, (name: string) => Row>> = {
  people: (name) => {
    const { born, died, ...names } = readPersonName(name)
    return {
      ...names,
      date_of_birth: born === undefined ? '' : String(born),
      date_of_death: died === undefined ? '' : String(died),
    }
  },
  organizations: (name) => ({ name }),
  subjects: (subject_name) => ({ subject_name }),
  collections: (collection_name) => ({ collection_name, hierarchy: 'fond' }),
  lots: () => ({}),
}

export function resolveNames(written: Map<RecordKind, Set<string>>, on: { index: NameIndex; mapping: ImportMapping }) {
  const { index, mapping } = on
  const resolutions = new Map<string, Resolved>()
  const doubts: NameQuestion[] = []
  /** New names, and what they are almost. */
  const almost: [name: string, other: Named][] = []
  const made = createNameIndex()
  for (const [kind, names] of written) {
    const formOf = (name: string) => index.formsOf(kind, name)[0] ?? ''
    const bornIn = (name: string) => (kind === 'people' ? readPersonName(name).born : undefined)
    const births = new Map<string, Set<number>>()
    for (const name of names) {
      const born = bornIn(name)
      if (born !== undefined) births.set(formOf(name), (births.get(formOf(name)) ?? new Set()).add(born))
    }
    for (const name of names) {
      // Two of one name, born in different years, are two people.
      const isOneOfSeveral = (births.get(formOf(name))?.size ?? 0) > 1
      const ownName = `${formOf(name)}${isOneOfSeveral ? ` ${bornIn(name) ?? ''}` : ''}`
      const decided = mapping.names[kind]?.[name]
      const found = index.find(kind, name)
      const canBeMade = MADE[kind] !== undefined
      const isDoubtful = found.length > 1 || (found.length === 0 && canBeMade && index.near(kind, name).length > 0)
      const asNew: Resolved = canBeMade
        ? { key: numberOf(kind, kind === 'lots' ? name : `name ${ownName}`), isNew: true }
        : 'leave'
      const add = (resolved: Resolved) => void resolutions.set(`${kind} ${name}`, resolved)
      const isAsked = isDoubtful && canBeMade
      if (isAsked) {
        const candidates = found.length > 0 ? found : index.near(kind, name)
        doubts.push({ about: 'names', list: kind, name, candidates })
      }
      if (decided === 'new' || decided === 'leave') add(decided === 'new' ? asNew : 'leave')
      else if (decided !== undefined) add({ key: decided, isNew: false })
      else if (found.length === 1) add({ key: found[0]!.key, isNew: false })
      else if (found.length > 1 ? !canBeMade || mapping.doubtful === 'ask' : isAsked && mapping.doubtful === 'ask')
        add('leave')
      else {
        add(asNew)
        if (asNew === 'leave' || kind === 'lots') continue
        const alike = [index, made].flatMap((each) => each.near(kind, name, isAlike))
        const other = alike.find(({ key }) => key !== asNew.key)
        if (other) almost.push([name, other])
        const named = { key: asNew.key, name, ...(kind === 'people' && readPersonName(name)) }
        made.add(kind, named, index.formsOf(kind, name))
      }
    }
  }
  return { resolutions, doubts, almost }
}
