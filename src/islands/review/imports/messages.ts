import { ARCHIVE_FIELDS } from '#contract/import-mapping.ts'
import type { ImportDetails, ImportFindings } from '#contract/imports.ts'
import { yearSpan } from '#rules/dates/display-dates.ts'
import { MONTHS } from '#rules/dates/partial-dates.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import { isSpecial } from '#stores/review/imports/import-steps.ts'
import { megabytes } from '../../widgets/megabytes.ts'

export const PICKER = {
  ...{ area: 'Files of the import', drop: '%{browseFiles} %{browseFolders} or drop them here' },
  ...{ dropOrTake: 'Add files', browseFiles: 'Choose files', device: 'Choose files' },
  ...{ browseFolders: 'Choose a folder', dropHint: 'Drop your files here' },
}

export const TEXT = {
  lead: 'Bring in what you have: spreadsheets, folders of scans, a family file, the parcels of the town. You see what will happen before anything does, and an import can be undone as a whole for thirty days.',
  drop: 'Spreadsheets (Excel, OpenDocument, CSV), family files (GEDCOM), parcels (GeoJSON, Shapefile, KML), pictures, PDFs and recordings, also in folders or zip files.',
  sourceHint:
    'If more comes from there later, give the same name: the archive then knows its records again, and what you decided.',
  missing: 'Choose or drop them again, or the whole folder: only what is missing is sent. Or leave them out.',
  waiting: 'Waiting for the archive. It goes on by itself.',
  stays: 'You can close this page: nothing is lost, and the work goes on.',
  namesHint: 'The archive has similar names. Are they the same?',
  restNew: 'Names that you do not decide become new records.',
  mendHint: 'Correct what the cells say, then check again. Your own spreadsheet stays as it is.',
  mended: 'Corrected. “Check Again” looks at it once more.',
  draft: 'Drafts: only staff see them until they are published',
  published: 'Published: visitors see them in a moment',
  embedded: 'Fill empty fields with what pictures say of themselves',
  remove: 'The files that you sent and your answers are removed. What was imported stays in the archive.',
} as const

export const STATES: Record<ImportDetails['state'], string> = {
  ...{ open: 'Begun', checking: 'Being looked through', checked: 'Ready to look at' },
  ...{ running: 'Being imported', done: 'Imported', failed: 'Stopped by an error' },
}

/** Where a target is offered. */
export const groupOf = (target: string): string =>
  ['notes', 'append', 'leave'].includes(target)
    ? 'Somewhere else'
    : isSpecial(target)
      ? 'About the row'
      : ARCHIVE_FIELDS.includes(target)
        ? 'Of an export of an archive like this'
        : 'Fields of the record'

/** 3/4/1905 with the day first and with the month first, so that nobody can mistake it. */
export function dateReadings(example: string): [dayFirst: string, monthFirst: string] {
  const [first = '', second = '', year = ''] = example.match(/\d+/g) ?? []
  const day = (day: string, month: string) => `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`
  return [day(first, second), day(second, first)]
}

/** “Ada Ross, 1871–1940”. */
type Candidate = Record<'born' | 'died', number | null> & { name: string; row?: string | null }
export function candidateText({ name, born, died, row }: Candidate): string {
  const years = yearSpan(born && born * 10_000, died && died * 10_000)
  return [years ? `${name}, ${years}` : name, row && `(in ${row})`].filter(Boolean).join(' ')
}

export const filesText = (files: readonly { bytes: number }[]): string =>
  `${plural(files.length, 'file')}, ${megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0))}`

/** A place is said once, and the sheet is in the heading: “F10: “#REF!” is what …”. */
export function noticeText({ row, column, sentence }: ImportFindings['tables'][number]['notices'][number]): string {
  const text = sentence.replace(/^Sheet “[^”]*”: /, '')
  return /^[A-Z]{1,3}\d+: /.test(text) ? text : [row && `Row ${row}`, column, text].filter(Boolean).join(': ')
}
export const columnsText = (clear: number, look: number): string =>
  look > 0 ? `${clear} of ${plural(clear + look, 'column')} clear` : `${plural(clear, 'column')}, all clear`

/** “40 new, 3 changed, 12 the same”. */
export function countsText({ lists }: ImportFindings): string {
  const sum = (key: 'added' | 'updated' | 'unchanged') => lists.reduce((total, each) => total + each[key], 0)
  const counts = { new: sum('added'), changed: sum('updated'), 'the same': sum('unchanged') }
  const parts = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? `${formatNumber(count)} ${name}` : []))
  return parts.join(', ') || 'Nothing new'
}

export const LIVING: Readonly<Record<string, string>> = {
  ...{ hidden: 'visitors do not see them', names: 'visitors see their names only' },
  shown: 'visitors see them like everybody else',
}
