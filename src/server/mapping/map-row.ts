import { RIGHTS } from '#contract/rights.ts'
import type { TableMapping } from '#contract/import-mapping.ts'
import type { RecordKind } from '#contract/record.ts'
import { withOrder } from '#rules/import/date-order.ts'
import { foldHeading } from '#rules/import/guess-mapping.ts'
import { isGeneralType, readItemType } from '#rules/import/item-types.ts'
import { givenNames, isCompany, isNobody, readPersonName, withoutRemarks } from '#rules/import/person-names.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { Key, Row } from '../bundle/bundle-row.ts'
import { LISTS, type ListName } from '../bundle/lists.ts'
import { isOptional, readRow } from '../bundle/read-row.ts'
import type { Outcome } from './losses.ts'
import { partsOf, readOutline, rightsUri, separatorsOf } from './read-cell.ts'

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
  /** What says that the date is approximate. */
  circa: string
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

/** Keys that other programs count, which nobody wrote on the object. */
const NUMBERED = /^(?:id|pk|o?id|itemid|entryid|contentdmnumber|no|number|recordid)$/

/** The kind of records that a column of a list names, if it does. A creator may be an organization. */
export const linkOf = (list: ListName, target: string): RecordKind | undefined => LISTS[list].columns[target]?.link
export const kindOf = (list: ListName, target: string, written: string): RecordKind =>
  target === 'creator' && isCompany(written) && !isNobody(written) ? 'organizations' : linkOf(list, target)!

/** The names in a cell of a column of links. A place has signs of its own. */
export const namesIn = (mapping: TableMapping & { list: ListName }, heading: string, cell: string): string[] =>
  ['location', 'lot'].includes(mapping.columns[heading]!) ? [cell] : partsOf(cell, separatorsOf(mapping, heading))

/** Turns rows of a table into rows of its list. Every cell that is not empty has an outcome. */
export function createRowMapper(mapping: TableMapping & { list: ListName }, resolve: Resolve) {
  const { list, columns, dates, visibility } = mapping
  const known = LISTS[list].columns
  const body = BODIES[list]
  const keyHeading = foldHeading(Object.keys(columns).find((heading) => columns[heading] === 'key') ?? 'id')
  const hasOwnIdentifier = !NUMBERED.test(keyHeading) && !Object.values(columns).includes('archival_identifier')
  return (cells: Readonly<Record<string, string>>): MappedRow => {
    const row: MappedRow = { fields: {}, key: '', parent: '', files: [], alt: '', circa: '', lots: [], outcomes: [] }
    const { fields } = row
    const appended: string[] = []
    let typeIsGeneral = false
    let objectName = ''
    const sources: Record<string, [heading: string, cell: string][]> = {}
    const add = (field: string, text: string, between = isBody(field) ? '\n\n' : '; ') =>
      (fields[field] = fields[field] ? `${String(fields[field])}${between}${text}` : text)
    const note = (heading: string, cell: string) => add('staff_notes', `${heading}: ${cell}`, '\n')
    for (const [heading, target] of Object.entries(columns)) {
      const cell = cells[heading] ?? ''
      if (cell === '') continue
      const separators = separatorsOf(mapping, heading)
      const isSecond = fields[target] !== undefined && fields[target] !== ''
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
        appended.push(`${heading}: ${cell}`)
        tell('moved', 'It is at the end of the description.')
      } else if (target === 'key' || target === 'parent' || target === 'alt' || target === 'circa') {
        row[target] = cell
        tell('kept')
      } else if ((target === 'file' && list === 'items') || target === 'lot') {
        const parts = row[target === 'file' ? 'files' : 'lots']
        parts.push(...partsOf(cell, separators).filter((part) => !parts.includes(part)))
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
        const name = type?.replaceAll('_', ' ') ?? ''
        const isExact = searchText(cell) === name
        if (type === undefined) move(`“${cell}” is none of our types.`)
        else if (isSecond && fields['type'] !== type && (!typeIsGeneral || isGeneralType(cell)))
          move('Another column has the type.')
        else if (isExact || isGeneralType(cell)) tell(isExact ? 'kept' : 'changed', `Its type is ${name}.`)
        else {
          note(heading, cell)
          tell('changed', `Its type is ${name}; the word is in the notes of the staff, too.`)
        }
        objectName ||= cell
        if (type !== undefined && (!isSecond || (typeIsGeneral && !isGeneralType(cell)))) {
          fields['type'] = type
          typeIsGeneral = isGeneralType(cell)
        }
      } else if (target === 'rights') {
        const uri = rightsUri(cell)
        if (uri !== undefined && isSecond && fields['rights'] !== uri) move('Another column has the rights.')
        else if (uri !== undefined) {
          fields['rights'] = uri
          tell(uri === cell ? 'kept' : 'changed', RIGHTS[uri])
        } else if (/^(?:in the )?public domain\.?$/i.test(cell.trim())) {
          fields['copyright_info'] = 'Public Domain'
          tell('changed', 'It is the copyright “Public Domain”.')
        } else move('This is no statement of rightsstatements.org or Creative Commons.')
      } else if (target === 'geometry') {
        const { geometry, why } = readOutline(cell)
        const point = /"coordinates":\[(-?[\d.]+),(-?[\d.]+)/.exec(/"Point"/.test(cell) ? cell : '')
        if (geometry) fields['geometry'] = geometry
        if (point) note('latitude, longitude', `${point[2]}, ${point[1]}`)
        if (point) tell('moved', 'A point is no outline. It is in the notes of the staff.')
        else tell(geometry ? 'kept' : 'left out', why)
      } else if (isSecond && (known[target]?.kind === 'date' || target === 'externalRecordURL'))
        move('Another column has it already.')
      else if (known[target]?.kind === 'date') {
        const date = withOrder(cell, dates[heading])
        fields[target] = date
        if (date !== cell) fields[`${target}_text`] = cell
        tell(date === cell ? 'kept' : 'changed', `It is read as ${date}.`)
      } else if (known[target]?.kind === 'names') {
        fields[target] = [...((fields[target] as string[] | undefined) ?? []), ...partsOf(cell, separators)]
        tell('kept')
      } else {
        // Omeka's sign between values.
        const text = separators.includes('^') ? partsOf(cell, '^').join(isBody(target) ? '\n\n' : '; ') : cell
        add(target, text)
        tell(text === cell ? 'kept' : 'changed', 'Several values are one text.')
      }
      ;(sources[target] ??= []).push([heading, cell])
    }
    if (
      /^(?:y|yes|true|1|x|c|ca|circa|approx\w*)\.?$/i.test(row.circa) &&
      /^\d/.test(String(fields['date_start'] ?? ''))
    )
      fields['date_start'] = `c. ${String(fields['date_start'])}`
    for (const text of appended) add(body ?? 'staff_notes', text)
    if (visibility !== undefined) fields['visibility'] ??= visibility
    if (list === 'items') {
      // Museums call a thing by its name.
      if (mapping.type === 'object' && !fields['title'] && objectName.length > 1) fields['title'] = objectName
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
      const names = namesIn(mapping, heading, cell)
      const left: string[] = []
      for (const name of names) {
        const kind = kindOf(list, target, name)
        const field = kind === linkOf(list, target) ? target : 'creator_organization'
        const found = kind === 'people' && isNobody(name) ? 'leave' : resolve(kind, name)
        if (found === 'leave') left.push(name)
        else if (isMany) fields[field] = [...((fields[field] as Key[] | undefined) ?? []), found.key]
        else if (fields[field] === undefined) fields[field] = found.key
        // One creator; the others took part.
        else if (field === 'creator')
          fields['contributors'] = [...((fields['contributors'] as Key[] | undefined) ?? []), found.key]
        else left.push(name)
      }
      const remarks = names.some((name) => kindOf(list, target, name) === 'people' && withoutRemarks(name) !== name)
      if (remarks && left.length === 0) note(heading, cell)
      if (left.length === 0)
        tell(
          'changed',
          remarks ? 'Names are linked to records; all of it is in the notes, too.' : 'Names are linked to records.',
        )
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
