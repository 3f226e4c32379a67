import { MAPPED_LISTS, type TableMapping } from '#contract/import-mapping.ts'
import type { RecordKind } from '#contract/record.ts'
import { formOf } from '../forms/record-form.ts'
import { searchText } from '../search/search-text.ts'
import usualHeadings from './usual-headings.json' with { type: 'json' }

/** The columns of another program, as a file. */
export interface Preset {
  name: string
  list: TableMapping['list']
  /** Headings, folded, by which its tables are known. */
  marks: string[]
  /** What each heading, folded, is to us. */
  columns: Record<string, string>
  separators?: string
  /** Headings, folded, of columns with commas between values. */
  commas?: string[]
  /** Of what its types do not say. */
  type?: TableMapping['type']
}

/** `Dublin Core:Title`, `dcterms:title`, `TITLE` and `title_` are all `title`; so are the bundles of CollectiveAccess without their table. */
export const foldHeading = (heading: string): string =>
  searchText(
    heading
      .replace(/^ca_objects\.(\w+)(?:\.name)?$/i, '$1')
      .replace(/^(?:dublin core|dcterms|dc|item type metadata|schema|bibo|foaf)\s*:\s*/i, ''),
  ).replaceAll(' ', '')

/** Headings of catalogues, by list, beside the names and labels of our own fields: `usual-headings.json` has those of each target. */
const USUAL: Partial<Record<string, Record<string, string>>> = Object.fromEntries(
  Object.entries(usualHeadings).map(([list, targets]) => [
    list,
    Object.fromEntries(
      Object.entries(targets).flatMap(([target, headings]) => headings.split(' ').map((heading) => [heading, target])),
    ),
  ]),
)

/** The columns of a list. */
type ColumnsOf = (list: RecordKind) => readonly string[]

/** The fields of a list by their names and labels, folded. */
function ownHeadings(list: TableMapping['list'], columnsOf: ColumnsOf): Map<string, string> {
  if (list === '') return new Map()
  return new Map([
    ...formOf(list).map(({ field, label }): [string, string] => [foldHeading(label), field]),
    ...columnsOf(list).map((field): [string, string] => [foldHeading(field), field]),
  ])
}

/** What a column could be in a list, or undefined. */
function targetOf(
  list: TableMapping['list'],
  heading: string,
  columnsOf: ColumnsOf,
  preset?: Preset,
): string | undefined {
  const own = ownHeadings(list, columnsOf)
  // “Title/Caption”, “Date (if known)”
  for (const folded of [heading, ...heading.replace(/\([^()]*\)/g, '').split('/')].map(foldHeading)) {
    if (folded === 'id' || folded === 'pk') return preset?.columns[folded] ?? 'key'
    const target = preset?.columns[folded] ?? USUAL[list]?.[folded] ?? own.get(folded)
    if (target !== undefined) return target
  }
  return undefined
}

/** Words in the name of a file or a sheet. */
const NAMED: [RegExp, TableMapping['list']][] = [
  [/people|person|individual|biograph/i, 'people'],
  [/organi[sz]ation|business/i, 'organizations'],
  [/subject|term/i, 'subjects'],
  [/collection/i, 'collections'],
  [/census|household|resident/i, 'residents'],
]

const HOUSEHOLD =
  /^(?:residents?|occupiers?|occupants?|tenants?|householder|head(?:ofhouse(?:hold)?)?|census(?:year|date)|relation(?:ship)?tohead(?:ofhousehold)?)$/

/** The list that a table is named after, or whose fields most of its headings are. */
function listOf(table: string, headings: readonly string[], columnsOf: ColumnsOf): TableMapping['list'] {
  const name = table
    .replace(/\.[^./]*(?= \/|$)/, '')
    .split(/[ /\\]+/)
    .at(-1)!
    .toLowerCase()
  if (headings.includes('geometry')) return 'locations'
  const known = (list: TableMapping['list']) => headings.filter((heading) => targetOf(list, heading, columnsOf)).length
  const exact = MAPPED_LISTS.find((list) => list === name)
  // A catalogue of scans is often called scans.csv.
  if (exact && known(exact) > 0) return exact
  const named = NAMED.find(([words]) => words.test(name))?.[1]
  if (named && known(named) > 0) return named
  // Anybody's names and addresses are no household.
  const isHousehold = headings.some((heading) => HOUSEHOLD.test(foldHeading(heading)))
  const lists = ['items', 'people', 'organizations', 'ownership', 'employment', 'residents'] as const
  return lists.filter((list) => list !== 'residents' || isHousehold).toSorted((a, b) => known(b) - known(a))[0]!
}

/** Without any of these a row is nothing that can be found again. */
const NAMING =
  /^(?:key|file|title|full_name|given_names|first_name|surname|name|archival_identifier|externalRecordURL)$/
/** Tags are single words or short phrases; headings of subjects have commas of their own. */
const COMMAS = ['tags', 'keywords', 'keyword']
/** A second column of these is nothing of ours, unless a preset says so. */
const SINGLE = ['parent', 'title', 'location', 'collection', 'date_start', 'date_end']

/**
 * Guesses what a table is: by the preset whose marks its headings have (and most of its columns, where the marks are words that anybody would use), or by usual headings. A column that is nothing
 * of ours goes to the staff's notes, so that nothing is lost. A table whose rows have no names is left aside, such as one of a spreadsheet's choices.
 */
export function guessMapping(
  { table, headings, program }: { table: string; headings: readonly string[]; program?: string | undefined },
  { presets, columnsOf }: { presets: readonly Preset[]; columnsOf: ColumnsOf },
): { mapping: TableMapping; preset?: string } {
  const all = headings.map(foldHeading)
  const folded = new Set(all)
  const isOwnMark = ({ marks }: Preset) => marks.some((mark) => !USUAL.items?.[mark] && mark !== 'title')
  const size = ({ columns }: Preset) => Object.keys(columns).filter((column) => folded.has(column)).length
  const fitting = presets
    .filter((each) => each.marks.every((mark) => folded.has(mark)) && (isOwnMark(each) || size(each) * 2 > folded.size))
    .toSorted((a, b) => size(b) - size(a) || b.marks.length - a.marks.length)[0]
  const preset = presets.find(({ name }) => name === program) ?? fitting
  const list = preset?.list ?? listOf(table, headings, columnsOf)
  const taken = new Set<string>()
  const columns: Record<string, string> = {}
  for (const [at, heading] of headings.entries()) {
    // Of “Date Created” and “Date created” the program's own is the last.
    const isOwn = all.indexOf(all[at]!, at + 1) < 0
    const found = targetOf(list, heading, columnsOf, preset)
    const target = found === 'leave' && !isOwn ? targetOf(list, heading, columnsOf) : found
    const isMeant = preset?.columns[all[at]!] === target
    const isTaken = ['key', 'full_name'].includes(target ?? '') || (SINGLE.includes(target ?? '') && !isMeant)
    columns[heading] = target === undefined || (isTaken && taken.has(target)) ? 'notes' : target
    taken.add(columns[heading])
  }
  const mapping = {
    ...{ table, list, columns, separators: preset?.separators ?? ';|', dates: {} },
    commas: headings.filter((_, at) => [...COMMAS, ...(preset?.commas ?? [])].includes(all[at]!)),
  }
  // The name of a thing is its title where nothing else is.
  const objectName = list === 'items' ? headings.find((_, at) => all[at] === 'objectname') : undefined
  if (objectName !== undefined && !taken.has('title')) columns[objectName] = 'title'
  const isNamed = preset !== undefined || Object.values(columns).some((target) => NAMING.test(target))
  if (!isNamed && ['items', 'people', 'organizations'].includes(list)) return { mapping: { ...mapping, list: '' } }
  if (list !== 'items') return { mapping, preset: preset?.name }
  const type = preset?.type ?? (Object.values(columns).includes('type') ? undefined : 'photograph')
  return {
    mapping: type === undefined ? mapping : { ...mapping, type },
    preset: preset?.name,
  }
}
