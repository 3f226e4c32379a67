import { foldHeading } from '#rules/import/guess-mapping.ts'
import type { Key } from '../bundle/bundle-row.ts'
import { LISTS } from '../bundle/lists.ts'
import { isOptional, readRow } from '../bundle/read-row.ts'
import { addNote, addText, BODIES, putCell, type ListMapping, type MappedRow, type Resolve } from './put-cell.ts'

/** Keys that other programs count, which nobody wrote on the object unless they are more than a number. */
const NUMBERED = /^(?:id|pk|o?id|itemid|entryid|contentdmnumber|no|number|recordid)$/
const YES = /^(?:y|yes|true|1|x|c|ca|circa|approx\w*)\.?$/i

/** Fields that the words of another column may be in. */
const BESIDE: Partial<Record<string, string>> = { place_text: 'location', credit_line: 'rights' }

/** `leftOut`: why all of the row is. */
const emptyRow = (): MappedRow & { leftOut?: string } => ({
  ...{ fields: {}, key: '', parent: '', files: [], alt: '', circa: '', lots: [], earlier: [], outcomes: [] },
  ...{ appended: [], objectName: '', typeIsGeneral: false },
})

/** Turns rows of a table into rows of its list. Every cell that is not empty has an outcome. */
export function createRowMapper(
  mapping: ListMapping,
  resolve: Resolve,
  placeAt?: (longitude: number, latitude: number) => Key | undefined,
) {
  const { list, columns, visibility } = mapping
  const keyHeading = foldHeading(Object.keys(columns).find((heading) => columns[heading] === 'key') ?? 'id')
  const isCounted = NUMBERED.test(keyHeading)
  const hasIdentifier = Object.values(columns).includes('archival_identifier')
  return (cells: Readonly<Record<string, string>>): ReturnType<typeof emptyRow> => {
    const row = emptyRow()
    const { fields } = row
    for (const [heading, target] of Object.entries(columns)) {
      const cell = cells[heading] ?? ''
      if (cell !== '') putCell({ heading, cell, target, row, mapping, resolve })
    }
    if (YES.test(row.circa) && /^\d/.test(String(fields['date_start'] ?? '')))
      fields['date_start'] = `c. ${String(fields['date_start'])}`
    for (const text of row.appended)
      addText(row, list === 'residents' ? 'written' : (BODIES[list] ?? 'staff_notes'), text)
    if (visibility !== undefined) fields['visibility'] ??= visibility
    if (list === 'items') {
      const [x, y] = ['longitude', 'latitude'].map((target) => {
        const heading = Object.keys(columns).find((each) => columns[each] === target) ?? ''
        return Number((cells[heading] ?? '').replace(',', '.') || NaN)
      })
      const place = fields['location'] === undefined ? placeAt?.(x!, y!) : undefined
      if (place !== undefined) fields['location'] = place
      for (const outcome of place === undefined ? [] : row.outcomes)
        if (/^(?:lat|long)itude$/.test(columns[outcome[0]]!))
          outcome[3] = `The place around it is linked. ${outcome[3]}`
      // Museums call a thing by its name.
      if (mapping.type === 'object' && !fields['title'] && row.objectName.length > 1) fields['title'] = row.objectName
      if (!fields['type']) fields['type'] = mapping.type ?? 'photograph'
      if (!hasIdentifier && !(isCounted && /^\d*$/.test(row.key)) && row.key !== '')
        fields['archival_identifier'] = row.key
    }
    // A family tells of many towns.
    if ('place of the archive' in cells && fields['location'] === undefined)
      row.leftOut = 'No place of the archive is called so. It is in the notes of the person.'
    // A family file names nobody's mother.
    if (list === 'people' && !['first_name', 'middle_name', 'surname'].some((name) => fields[name]))
      fields['surname'] = 'Unknown'
    spare(row, mapping)
    return row
  }
}

/** What a field cannot hold goes to the notes, where the row can do without it. */
function spare(row: MappedRow, { list, columns }: ListMapping) {
  const { problems } = readRow(LISTS[list], { ...row.fields, [LISTS[list].key]: list === 'lots' ? 'A' : 1 })
  for (const { field, reason } of problems) {
    const of = (target?: string) => row.outcomes.filter(([heading]) => columns[heading] === target)
    const own = of(field)
    const beside = of(BESIDE[field]).filter(([, , outcome]) => outcome === 'moved')
    const told = [...(own.length > 0 ? own : of(field.replace(/_text$/, ''))), ...beside]
    if (told.length === 0 || !isOptional(LISTS[list], field)) continue
    delete row.fields[field]
    delete row.fields[`${field}_text`]
    for (const outcome of told) {
      addNote(row, `${outcome[0]}: ${outcome[1]}`)
      outcome[2] = 'moved'
      outcome[3] = `${reason} It is in the notes of the staff.`
    }
  }
}
