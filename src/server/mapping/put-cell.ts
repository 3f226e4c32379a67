import type { TableMapping } from '#contract/import-mapping.ts'
import { RIGHTS } from '#contract/rights.ts'
import type { RecordKind } from '#contract/record.ts'
import { withOrder } from '#rules/import/date-order.ts'
import { isGeneralType, readItemType } from '#rules/import/item-types.ts'
import { givenNames, isCompany, isNobody, readPersonName, withoutRemarks } from '#rules/import/person-names.ts'
import { readOldUrls } from '#contract/old-url.ts'
import { readEarlierName, readRole, WORDS, type EarlierName } from '#rules/import/other-words.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { Key, Row } from '../bundle/bundle-row.ts'
import { LISTS, type CellKind, type ListName } from '../bundle/lists.ts'
import type { Outcome, Told } from './losses.ts'
import { partsOf, readOutline, rightsUri, separatorsOf } from './read-cell.ts'

/** What a name in a cell became. */
export type Resolved = { key: Key; isNew: boolean } | 'leave'
export type Resolve = (kind: RecordKind, written: string) => Resolved
export type ListMapping = TableMapping & { list: ListName }

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
  /** Numbers of lots in a place, and what it was called. */
  lots: string[]
  earlier: EarlierName[]
  /** For the end of the description. */
  appended: string[]
  /** The first word for its type, and whether the word of its type is a general one. */
  objectName: string
  typeIsGeneral: boolean
  outcomes: [heading: string, cell: string, outcome: Outcome, why: string][]
}

/** A cell that is not empty, on its way to its target in a row. */
interface Cell {
  heading: string
  cell: string
  target: string
  row: MappedRow
  fields: Row
  mapping: ListMapping
  separators: string
  resolve: Resolve
}
type Put = (to: Cell) => Told

export const BODIES: Partial<Record<ListName, string>> = {
  items: 'general_description',
  people: 'biography',
  organizations: 'description',
  subjects: 'subject_description',
  collections: 'collection_description',
  location_descriptions: 'description',
}
/** Fields of several lines, where a second column begins a paragraph. */
const isBody = (field: string) => field === 'staff_notes' || Object.values(BODIES).includes(field)

/** The kind of records that a column of a list names, if it does. A creator may be an organization. */
export const linkOf = (list: ListName, target: string): RecordKind | undefined => LISTS[list].columns[target]?.link
export const kindOf = (list: ListName, target: string, written: string): RecordKind =>
  target === 'creator' && isCompany(written) && !isNobody(written) ? 'organizations' : linkOf(list, target)!

/** The names in a cell of a column of links. A place has signs of its own. */
export const namesIn = (mapping: ListMapping, heading: string, cell: string): string[] =>
  ['location', 'lot'].includes(mapping.columns[heading]!) ? [cell] : partsOf(cell, separatorsOf(mapping, heading))

export const addText = ({ fields }: MappedRow, field: string, text: string, between = isBody(field) ? '\n\n' : '; ') =>
  void (fields[field] = fields[field] ? `${String(fields[field])}${between}${text}` : text)
export const addNote = (row: MappedRow, text: string) => addText(row, 'staff_notes', text, '\n')
const addTo = (fields: Row, field: string, values: readonly unknown[]) =>
  void (fields[field] = [...((fields[field] as unknown[] | undefined) ?? []), ...values])

const toldIf = (isKept: boolean, why: string): Told => [isKept ? 'kept' : 'changed', why]
const move = ({ row, heading, cell }: Cell, ...why: string[]): Told => {
  addNote(row, `${heading}: ${cell}`)
  return ['moved', [...why, 'It is in the notes of the staff.'].join(' ')]
}
const isTaken = ({ fields, target }: Cell) => fields[target] !== undefined && fields[target] !== ''

const putPart: Put = ({ row, target, cell }) => {
  row[target as 'key' | 'parent' | 'alt' | 'circa'] = cell
  return ['kept']
}

const putParts = (own: string[], { cell, separators }: Cell): Told => {
  own.push(...partsOf(cell, separators).filter((each) => !own.includes(each)))
  return ['kept']
}

const putText: Put = ({ row, target, cell, separators }) => {
  const word = WORDS[target]?.[cell.toLowerCase().split(/[,; ]/)[0]!]
  if (word !== undefined) {
    row.fields[target] = word
    return ['changed', `It is ${word}.`]
  }
  // Omeka's sign between values; a longer text keeps its lines.
  const isLong = isBody(target)
  const values = !separators.includes('^') ? [] : isLong ? cell.split('^') : partsOf(cell, '^')
  const written = values.map((value) => value.trim()).filter(Boolean)
  const text = written.length > 1 ? written.join(isLong ? '\n\n' : '; ') : cell
  addText(row, target, text)
  return toldIf(text === cell, 'Several values are one text.')
}

const putDate: Put = (to) => {
  if (isTaken(to)) return move(to, 'Another column has it already.')
  const { fields, target, cell } = to
  const date = withOrder(cell, to.mapping.dates[to.heading])
  fields[target] = date
  if (date !== cell) fields[`${target}_text`] = cell
  return toldIf(date === cell, `It is read as ${date}.`)
}

const putNames: Put = ({ fields, target, cell, separators }) => {
  addTo(fields, target, partsOf(cell, separators))
  return ['kept']
}

const putLinks: Put = (to) => {
  const { heading, cell, target, mapping, row, fields } = to
  const { list } = mapping
  const names = namesIn(mapping, heading, cell)
  const left: string[] = []
  for (const name of names) {
    const kind = kindOf(list, target, name)
    const field = kind === linkOf(list, target) ? target : 'creator_organization'
    const found = kind === 'people' && isNobody(name) ? 'leave' : to.resolve(kind, name)
    if (found === 'leave') left.push(name)
    else if (LISTS[list].columns[target]!.kind === 'numbers') addTo(fields, field, [found.key])
    else if (fields[field] === undefined) fields[field] = found.key
    // One creator; the others took part.
    else if (field === 'creator') addTo(fields, 'contributors', [found.key])
    else left.push(name)
  }
  if (left.length === 0) {
    const remarks = names.some((name) => kindOf(list, target, name) === 'people' && withoutRemarks(name) !== name)
    if (remarks) addNote(row, `${heading}: ${cell}`)
    return ['changed', `Names are linked to records${remarks ? '; all of it is in the notes, too' : ''}.`]
  }
  if (target === 'location' && list === 'items' && !fields['place_text']) {
    fields['place_text'] = cell
    return ['moved', 'No place of the archive has this name. It is in “Place as written”.']
  }
  if (left.length === names.length) return move(to, 'It is no record.')
  addNote(row, `${heading}: ${left.join('; ')}`)
  return ['changed', `Names are linked to records; ${left.join('; ')} is in the notes of the staff.`]
}

/** What becomes of a cell of each target that is more than text, a date, names or links. */
const OWN: Record<string, Put> = {
  leave: () => ['left out', 'The column is left out.'],
  notes: (to) => move(to),
  append({ row, heading, cell, mapping }) {
    row.appended.push(`${heading}: ${cell}`)
    return ['moved', `It is at the end of ${mapping.list === 'residents' ? '“As written”' : 'the description'}.`]
  },
  ...{ key: putPart, parent: putPart, alt: putPart, circa: putPart },
  file: (to) => (to.mapping.list === 'items' ? putParts(to.row.files, to) : putText(to)),
  earlier_name({ row, cell }) {
    row.earlier.push(...partsOf(cell, ';|').map(readEarlierName))
    return ['kept']
  },
  role(to) {
    const role = readRole(to.cell)
    if (role !== undefined && !isTaken(to)) to.fields['role'] = role
    return role === searchText(to.cell) ? ['kept'] : OWN['append']!(to)
  },
  // Of an ownership it is a link.
  lot: (to) =>
    linkOf(to.mapping.list, 'lot')
      ? putLinks(to)
      : to.mapping.list === 'locations'
        ? putParts(to.row.lots, to)
        : move(to),
  ...{ latitude: move, longitude: move },
  full_name({ fields, cell }) {
    const { born, died, ...names } = readPersonName(cell)
    Object.assign(fields, names)
    if (born !== undefined) fields['date_of_birth'] ??= String(born)
    if (died !== undefined) fields['date_of_death'] ??= String(died)
    return ['changed', 'Names of a person are apart.']
  },
  given_names({ fields, cell, mapping }) {
    if (mapping.list !== 'people') return ['changed', 'It is part of the name.']
    Object.assign(fields, givenNames(cell))
    return toldIf(!cell.includes(' '), 'First and middle names are apart.')
  },
  type(to) {
    const { row, fields, heading, cell } = to
    const type = readItemType(cell)
    row.objectName ||= cell
    if (type === undefined) return move(to, `“${cell}” is none of our types.`)
    const isGeneral = isGeneralType(cell)
    const name = type.replaceAll('_', ' ')
    if (!isTaken(to) || (row.typeIsGeneral && !isGeneral)) [fields['type'], row.typeIsGeneral] = [type, isGeneral]
    else if (fields['type'] !== type) return move(to, 'Another column has the type.')
    if (searchText(cell) === name || isGeneral) return toldIf(searchText(cell) === name, `Its type is ${name}.`)
    addNote(row, `${heading}: ${cell}`)
    return ['changed', `Its type is ${name}; the word is in the notes of the staff, too.`]
  },
  rights(to) {
    const uri = rightsUri(to.cell)
    if (uri !== undefined && isTaken(to) && to.fields['rights'] !== uri)
      return move(to, 'Another column has the rights.')
    if (uri !== undefined) {
      to.fields['rights'] = uri
      return toldIf(uri === to.cell, RIGHTS[uri]!)
    }
    if (/^(?:in the )?public domain\.?$/i.test(to.cell.trim())) {
      to.fields['copyright_info'] = 'Public Domain'
      return ['changed', 'It is the copyright “Public Domain”.']
    }
    addText(to.row, 'credit_line', to.cell)
    return ['moved', 'It is no statement of rightsstatements.org or Creative Commons. It is in the credit line.']
  },
  geometry({ row, fields, cell }) {
    const { geometry, why } = readOutline(cell)
    const point = /"coordinates":\[(-?[\d.]+),(-?[\d.]+)/.exec(/"Point"/.test(cell) ? cell : '')
    if (geometry) fields['geometry'] = geometry
    if (!point) return [geometry ? 'kept' : 'left out', why]
    addNote(row, `latitude, longitude: ${point[2]}, ${point[1]}`)
    return ['moved', 'A point is no outline. It is in the notes of the staff.']
  },
  old_url(to) {
    const read = readOldUrls(to.cell)
    const wrong = read.find(({ problem }) => problem)
    if (wrong) return move(to, wrong.problem!)
    const addresses = read.map(({ address }) => address).join('\n')
    addText(to.row, 'old_url', addresses, '\n')
    return toldIf(addresses === to.cell, 'The old website’s name is left out: the rest leads to the record.')
  },
  externalRecordURL: (to) => (isTaken(to) ? move(to, 'Another column has it already.') : putText(to)),
}
const KINDS: Partial<Record<CellKind, Put>> = { date: putDate, names: putNames }

/** Puts a cell where its column goes, and tells what became of it. */
export function putCell(to: Omit<Cell, 'fields' | 'separators'>): void {
  const { heading, cell, target, row, mapping } = to
  const column = LISTS[mapping.list].columns[target]
  const put = OWN[target] ?? (column?.link ? putLinks : column && KINDS[column.kind]) ?? putText
  const [outcome, why = ''] = put({ ...to, fields: row.fields, separators: separatorsOf(mapping, heading) })
  row.outcomes.push([heading, cell, outcome, why])
}
