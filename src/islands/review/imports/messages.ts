import type { MAPPED_LISTS } from '#contract/import-mapping.ts'
import type { ImportEntry, ImportFindings } from '#contract/imports.ts'
import type { RecordKind } from '#contract/record.ts'
import { yearSpan } from '#rules/dates/display-dates.ts'
import { MONTHS } from '#rules/dates/partial-dates.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import { megabytes } from '../../widgets/megabytes.ts'
import { kindNames } from '../messages.ts'

export const PICKER = {
  area: 'Files of the import',
  drop: '%{browseFiles} %{browseFolders} or drop them here',
  dropOrTake: 'Add files',
  browseFiles: 'Choose files',
  device: 'Choose files',
  browseFolders: 'Choose a folder',
  dropHint: 'Drop your files here',
} as const

export const TEXT = {
  lead: 'Bring in what you have: spreadsheets, folders of scans, a family file, the parcels of the town. You see what will happen before anything does, and an import can be undone as a whole for thirty days.',
  drop: 'Spreadsheets (Excel, OpenDocument, CSV), family files (GEDCOM), parcels (GeoJSON, Shapefile, KML), pictures, PDFs and recordings, also in folders or zip files.',
  sourceHint:
    'If more comes from there later, give the same name: the archive then knows its records again, and what you decided.',
  missing: 'Choose or drop them again, or the whole folder: only what is missing is sent. Or leave them out.',
  waiting: ' Waiting for the archive. It goes on by itself.',
  stays: 'You can close this page: nothing is lost, and the work goes on.',
  namesHint: 'The archive has similar names. Are they the same?',
  restNew: 'Names that you do not decide become new records.',
  mendHint: 'Correct what the cells say, then check again. Your own spreadsheet stays as it is.',
  mended: 'Corrected. “Check Again” looks at it once more.',
  draft: 'Drafts: only staff see them until they are published',
  published: 'Published: visitors see them in a moment',
  remove: 'The files that you sent and your answers are removed. What was imported stays in the archive.',
} as const

export const STATES: Record<ImportEntry['state'], string> = {
  ...{ open: 'Begun', checking: 'Being looked through', checked: 'Ready to look at' },
  ...{ running: 'Being imported', done: 'Imported', failed: 'Stopped by an error' },
}

/** What a table can be. */
export const listName = (list: string): string => kindNames(list as RecordKind)

/** Targets that are no fields of a record, and the list that alone has them. */
const ROW_TARGETS: readonly (readonly [target: string, label: string, only?: (typeof MAPPED_LISTS)[number]])[] = [
  ['key', 'Its number or identifier'],
  ['parent', 'Number of what it is a part of', 'items'],
  ['file', 'Names of its files'],
  ['alt', 'What its picture shows', 'items'],
  ['circa', 'Whether the date is approximate'],
  ['full_name', 'Name in one cell', 'people'],
  ['given_names', 'First and middle names', 'people'],
  ['lot', 'Number of the lot', 'locations'],
]
export const targetGroups = (list: string): readonly (readonly [string, (readonly [string, string])[]])[] => [
  ['About the row', ROW_TARGETS.flatMap(([target, label, only = list]) => (only === list ? [[target, label]] : []))],
  [
    'Somewhere else',
    [
      ['notes', 'Notes of the staff'],
      ['append', 'End of the description'],
      ['leave', 'Leave out'],
    ],
  ],
]

/** 3/4/1905 with the day first and with the month first, so that nobody can mistake it. */
export function dateReadings(example: string): [dayFirst: string, monthFirst: string] {
  const [first = '', second = '', year = ''] = example.match(/\d+/g) ?? []
  const day = (day: string, month: string) => `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`
  return [day(first, second), day(second, first)]
}

/** “Ada Ross, 1871–1940”. */
export function candidateText({
  name,
  born,
  died,
}: {
  name: string
  born: number | null
  died: number | null
}): string {
  const asDate = (year: number | null) => year && year * 10_000
  const years = yearSpan(asDate(born), asDate(died))
  return years ? `${name}, ${years}` : name
}

export const filesText = (sizes: readonly number[]): string =>
  `${plural(sizes.length, 'file')}, ${megabytes(sizes.reduce((sum, each) => sum + each, 0))}`
export const columnsText = (clear: number, look: number): string =>
  look > 0
    ? `${formatNumber(clear)} of ${plural(clear + look, 'column')} ${clear === 1 ? 'is' : 'are'} clear`
    : `${clear === 1 ? 'The column is' : `All ${formatNumber(clear)} columns are`} clear`

/** “40 new, 3 changed, 12 the same”. */
export function countsText({ lists }: ImportFindings): string {
  const counts = { new: 'added', changed: 'updated', 'the same': 'unchanged' } as const
  const parts = Object.entries(counts).flatMap(([name, key]) => {
    const count = lists.reduce((sum, each) => sum + each[key], 0)
    return count > 0 ? [`${formatNumber(count)} ${name}`] : []
  })
  return parts.join(', ') || 'Nothing new'
}

export const LIVING: Readonly<Record<string, string>> = {
  hidden: 'visitors do not see them.',
  names: 'visitors see their names only.',
  shown: 'visitors see them like everybody else.',
}
