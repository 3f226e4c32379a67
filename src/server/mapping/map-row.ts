import * as v from 'valibot'
import { geometry, type Geometry } from '#contract/location.ts'
import { RIGHTS } from '#contract/rights.ts'
import type { TableMapping } from '#contract/import-mapping.ts'
import type { RecordKind } from '#contract/record.ts'
import { withOrder } from '#rules/import/date-order.ts'
import { foldHeading } from '#rules/import/guess-mapping.ts'
import { readItemType } from '#rules/import/item-types.ts'
import { givenNames, isCompany, isNobody, readPersonName } from '#rules/import/person-names.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { Key, Row } from '../bundle/bundle-row.ts'
import { LISTS, type ListName } from '../bundle/lists.ts'
import { isOptional, readRow } from '../bundle/read-row.ts'
import type { Outcome } from './losses.ts'

/** What a name in a cell became. */
export type Resolved = { key: Key; isNew: boolean } | 'leave'
export type Resolve = (kind: RecordKind, written: string) => Resolved

export interface MappedRow {
  /** Cells of the list. */
  fields: Row
  key: string
  parent: string
  /** Names of pictures, as written. */
  files: string[]
  alt: string
  /** Numbers of lots in a place. */
  lots: string[]
  outcomes: [heading: string, cell: string, outcome: Outcome, why: string][]
}

const BODIES: Partial<Record<ListName, string>> = {
  items: 'general_description',
  people: 'biography',
  organizations: 'description',
  subjects: 'subject_description',
  collections: 'collection_description',
  location_descriptions: 'description',
}
/** Fields of several lines, where a second column begins a paragraph. */
const isBody = (field: string) => field === 'staff_notes' || Object.values(BODIES).includes(field)

const RIGHTS_BY_TITLE = new Map(Object.entries(RIGHTS).map(([uri, title]) => [searchText(title), uri]))
/** The address of a statement in the form of its vocabulary, from http or https, with or without its last sign. */
const rightsUri = (written: string) => {
  const bare = (uri: string) =>
    uri
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/(?:page\/)?/g, '/')
      .replace(/\/$/, '')
  const plain = bare(written.trim().replace('/page/', '/vocab/').split('?')[0]!)
  return Object.keys(RIGHTS).find((uri) => bare(uri) === plain) ?? RIGHTS_BY_TITLE.get(searchText(written))
}

/** Keys that other programs count, which nobody wrote on the object. */
const NUMBERED = /^(?:id|pk|o?id|itemid|entryid|contentdmnumber|no|number|recordid)$/

/** The parts of a cell with several values. */
export function partsOf(cell: string, separators: string): string[] {
  const signs = [...separators].map((sign) => sign.replace(/[\\\]^-]/g, '\\$&')).join('')
  const parts = signs === '' ? [cell] : cell.split(new RegExp(`[${signs}\n]`))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The kind of records that a column of a list names, if it does. A creator may be an organization. */
export const linkOf = (list: ListName, target: string): RecordKind | undefined => LISTS[list].columns[target]?.link
export const kindOf = (list: ListName, target: string, written: string): RecordKind =>
  target === 'creator' && isCompany(written) ? 'organizations' : linkOf(list, target)!

/** An outline in two dimensions. */
function readOutline(cell: string): { geometry?: Geometry; why?: string } {
  try {
    const found = JSON.parse(cell) as Geometry
    const flat = (part: unknown): unknown =>
      Array.isArray(part) && typeof part[0] === 'number'
        ? part.slice(0, 2)
        : Array.isArray(part)
          ? part.map(flat)
          : part
    const parsed = v.safeParse(geometry, { type: found.type, coordinates: flat(found.coordinates) })
    if (parsed.success) return { geometry: parsed.output }
    const isOutline = /Polygon$/.test(found.type)
    return { why: isOutline ? `The outline: ${parsed.issues[0].message}` : `A ${found.type} is no outline.` }
  } catch {
    return { why: 'This is no outline.' }
  }
}

/** Turns rows of a table into rows of its list. Every cell that is not empty has an outcome. */
export function createRowMapper(mapping: TableMapping & { list: ListName }, resolve: Resolve) {
  const { list, columns, separators, dates, visibility } = mapping
  const known = LISTS[list].columns
  const body = BODIES[list]
  const keyHeading = foldHeading(Object.keys(columns).find((heading) => columns[heading] === 'key') ?? 'id')
  const hasOwnIdentifier = !NUMBERED.test(keyHeading) && !Object.values(columns).includes('archival_identifier')
  return (cells: Readonly<Record<string, string>>): MappedRow => {
    const row: MappedRow = { fields: {}, key: '', parent: '', files: [], alt: '', lots: [], outcomes: [] }
    const { fields } = row
    const sources: Record<string, [heading: string, cell: string][]> = {}
    const add = (field: string, text: string, between = isBody(field) ? '\n\n' : '; ') =>
      (fields[field] = fields[field] ? `${String(fields[field])}${between}${text}` : text)
    const note = (heading: string, cell: string) => add('staff_notes', `${heading}: ${cell}`, '\n')
    for (const [heading, target] of Object.entries(columns)) {
      const cell = cells[heading] ?? ''
      if (cell === '') continue
      const tell = (outcome: Outcome, why = '') => void row.outcomes.push([heading, cell, outcome, why])
      const move = (why: string) => {
        note(heading, cell)
        tell('moved', `${why} It is in the notes of the staff.`)
      }
      if (target === 'leave') tell('left out', 'The column is left out.')
      else if (target === 'notes') {
        note(heading, cell)
        tell('moved', 'It is in the notes of the staff.')
      } else if (target === 'append') {
        add(body ?? 'staff_notes', `${heading}: ${cell}`)
        tell('moved', 'It is at the end of the description.')
      } else if (target === 'key' || target === 'parent' || target === 'alt') {
        row[target] = cell
        tell('kept')
      } else if ((target === 'file' && list === 'items') || target === 'lot') {
        row[target === 'file' ? 'files' : 'lots'].push(...partsOf(cell, separators))
        tell('kept')
      } else if (target === 'full_name') {
        const { born, died, ...names } = readPersonName(cell)
        Object.assign(fields, names)
        if (born !== undefined) fields['date_of_birth'] ??= String(born)
        if (died !== undefined) fields['date_of_death'] ??= String(died)
        tell('changed', 'Names of a person are apart.')
      } else if (target === 'given_names') {
        Object.assign(fields, givenNames(cell))
        tell(cell.includes(' ') ? 'changed' : 'kept', 'First and middle names are apart.')
      } else if (target === 'sex' && /^[mf]$/i.test(cell)) {
        fields['sex'] = cell.toLowerCase() === 'm' ? 'male' : 'female'
        tell('changed', `It is ${String(fields['sex'])}.`)
      } else if (target === 'living' && /^(?:confidential|privacy|private)/i.test(cell)) {
        fields['living'] = 'private'
        tell('changed', 'The person is private.')
      } else if (linkOf(list, target)) link(target, heading, cell, { tell, move, note })
      else if (target === 'type') {
        const type = readItemType(cell)
        if (type === undefined) move(`“${cell}” is none of our types.`)
        else
          tell(
            searchText(type.replaceAll('_', ' ')) === searchText(cell) ? 'kept' : 'changed',
            `It is a ${type.replaceAll('_', ' ')}.`,
          )
        fields['type'] ??= type
      } else if (target === 'rights') {
        const uri = rightsUri(cell)
        if (uri !== undefined) {
          fields['rights'] = uri
          tell(uri === cell ? 'kept' : 'changed', RIGHTS[uri])
        } else if (/^(?:in the )?public domain\.?$/i.test(cell.trim())) {
          fields['copyright_info'] = 'Public Domain'
          tell('changed', 'It is the copyright “Public Domain”.')
        } else move('This is no statement of rightsstatements.org or Creative Commons.')
      } else if (target === 'geometry') {
        const { geometry, why } = readOutline(cell)
        if (geometry) fields['geometry'] = geometry
        tell(geometry ? 'kept' : 'left out', why)
      } else if (known[target]?.kind === 'date') {
        const date = withOrder(cell, dates[heading])
        fields[target] = date
        if (date !== cell) fields[`${target}_text`] = cell
        tell(date === cell ? 'kept' : 'changed', `It is read as ${date}.`)
      } else if (known[target]?.kind === 'names') {
        fields[target] = [...((fields[target] as string[] | undefined) ?? []), ...partsOf(cell, separators)]
        tell('kept')
      } else {
        add(target, cell)
        tell('kept')
      }
      ;(sources[target] ??= []).push([heading, cell])
    }
    if (visibility !== undefined) fields['visibility'] ??= visibility
    if (list === 'items') {
      if (!fields['type']) fields['type'] = mapping.type ?? 'photograph'
      if (hasOwnIdentifier && row.key !== '') fields['archival_identifier'] = row.key
    }
    // A family file names nobody's mother.
    if (list === 'people' && !['first_name', 'middle_name', 'surname'].some((name) => fields[name]))
      fields['surname'] = 'Unknown'
    spare(row, sources, note)
    return row

    function link(
      target: string,
      heading: string,
      cell: string,
      {
        tell,
        move,
        note,
      }: { tell: (outcome: Outcome, why?: string) => void; move: (why: string) => void; note: typeof add },
    ): void {
      const isMany = known[target]!.kind === 'numbers'
      const names = isMany || target === 'creator' ? partsOf(cell, separators) : [cell]
      const left: string[] = []
      for (const [at, name] of names.entries()) {
        const kind = kindOf(list, target, name)
        const field = kind === linkOf(list, target) ? target : 'creator_organization'
        const found = kind === 'people' && isNobody(name) ? 'leave' : resolve(kind, name)
        if (found === 'leave') left.push(name)
        else if (isMany) fields[field] = [...((fields[field] as Key[] | undefined) ?? []), found.key]
        else if (fields[field] === undefined) fields[field] = found.key
        // One creator; the others took part.
        else if (at > 0 && field === 'creator')
          fields['contributors'] = [...((fields['contributors'] as Key[] | undefined) ?? []), found.key]
        else left.push(name)
      }
      if (left.length === 0) tell('changed', 'Names are linked to records.')
      else if (target === 'location' && list === 'items' && !fields['place_text']) {
        fields['place_text'] = cell
        tell('moved', 'No place of the archive has this name. It is in “Place as written”.')
      } else if (left.length === names.length) move('It is no record.')
      else {
        note(heading, left.join('; '))
        tell('changed', `Names are linked to records; ${left.join('; ')} is in the notes of the staff.`)
      }
    }
  }

  /** What a field cannot hold goes to the notes, where the row can do without it. */
  function spare(
    row: MappedRow,
    sources: Record<string, [string, string][]>,
    note: (heading: string, cell: string) => void,
  ) {
    const { problems } = readRow(LISTS[list], { ...row.fields, [LISTS[list].key]: list === 'lots' ? 'A' : 1 })
    for (const { field, reason } of problems) {
      const told = sources[field] ?? sources[field.replace(/_text$/, '')]
      if (!told || !isOptional(LISTS[list], field)) continue
      delete row.fields[field]
      delete row.fields[`${field}_text`]
      for (const [heading, cell] of told) {
        note(heading, cell)
        const outcome = row.outcomes.find((each) => each[0] === heading)!
        outcome[2] = 'moved'
        outcome[3] = `${reason} It is in the notes of the staff.`
      }
    }
  }
}
