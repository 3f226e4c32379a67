import { TARGETS, type ImportMapping, type TableMapping } from '#contract/import-mapping.ts'
import type { ImportDetails, ImportFindings, ImportQuestion } from '#contract/imports.ts'

type FoundTable = ImportFindings['tables'][number]
export type FoundColumn = FoundTable['columns'][number]
type Question<About> = Extract<ImportQuestion, { about: About }>
export type NameQuestion = Question<'names'>
export type Decision = NonNullable<ImportMapping['names'][NameQuestion['list']]>[string]

export const isBusy = ({ state }: Pick<ImportDetails, 'state'>): boolean => state === 'checking' || state === 'running'
export const isSpecial = (target: string): boolean => (TARGETS as readonly string[]).includes(target)
export const tableMapping = (mapping: ImportMapping, name: string): TableMapping | undefined =>
  mapping.tables.find(({ table }) => table === name)

export const dateQuestion = ({ questions }: ImportFindings, table: string, column: string) =>
  questions.find(
    (each): each is Question<'dates'> => each.about === 'dates' && each.table === table && each.column === column,
  )

/** What is certain, and what a person should look at: nothing knew the column, a tenth of its cells or more do not fit, or it has a question. Empty columns are neither. */
export function sortColumns({ table, preset, columns }: FoundTable, mapping: TableMapping, findings: ImportFindings) {
  const needsLook = ({ heading, cells }: FoundColumn) => {
    const target = mapping.columns[heading] ?? 'notes'
    if (dateQuestion(findings, table, heading)) return true
    if (isSpecial(target)) return target === 'notes' && preset === null
    if (cells === null) return false
    const lost = cells.moved + cells['left out']
    return lost > 0 && lost * 10 >= lost + cells.kept + cells.changed
  }
  const filled = columns.filter(({ examples }) => examples.length > 0)
  return { look: filled.filter(needsLook), clear: filled.filter((column) => !needsLook(column)) }
}

export const nameQuestions = (questions: readonly ImportQuestion[]) =>
  questions.filter((each): each is NameQuestion => each.about === 'names')

/** By list and name. What was decided before the last check is not asked again: `known` or the record itself has the candidates then. */
export function namesAsked(
  { findings, mapping }: Pick<ImportDetails, 'findings' | 'mapping'>,
  known: ReadonlyMap<string, NameQuestion>,
): Map<string, NameQuestion> {
  const decided = Object.entries(mapping?.names ?? {}).flatMap(([list, decisions]) =>
    Object.entries(decisions).map(([name, key]): NameQuestion => {
      const record = typeof key === 'number' && { key, name: `Record ${key}`, born: null, died: null, row: null }
      return { about: 'names', list: list as NameQuestion['list'], name, candidates: record ? [record] : [] }
    }),
  )
  const byName = (all: readonly NameQuestion[]) => all.map((each) => [`${each.list} ${each.name}`, each] as const)
  return new Map([...byName(decided), ...known, ...byName(nameQuestions(findings?.questions ?? []))])
}

export const decisionOf = ({ names }: ImportMapping, { list, name }: NameQuestion): Decision | undefined =>
  names[list]?.[name]

/** Questions without an answer. */
export function openQuestions({ findings, mapping }: Pick<ImportDetails, 'findings' | 'mapping'>): ImportQuestion[] {
  if (!findings || !mapping) return []
  return findings.questions.filter((question) => {
    if (question.about === 'dates') return !tableMapping(mapping, question.table)?.dates[question.column]
    if (question.about === 'doubled') return mapping.doubled === undefined
    return mapping.doubtful !== 'new' && decisionOf(mapping, question) === undefined
  })
}

/** Files that were announced and are not all there. */
export const missingFiles = ({ files }: Pick<ImportDetails, 'files'>): string[] =>
  files.flatMap(({ path, bytes, received }) => (received < bytes ? path : []))

/** Whether an import adds or changes anything. */
export const hasEffect = ({ lists }: Pick<ImportFindings, 'lists'>): boolean =>
  lists.some(({ added, updated }) => added + updated > 0)

/** What a person does next, or what happens now. */
export function nextStep(details: ImportDetails): 'send' | 'check' | 'wait' | 'answer' | 'mend' | 'run' | 'done' {
  const { files, state, findings, stale, skip_bad } = details
  if (isBusy(details)) return 'wait'
  if (state === 'done') return 'done'
  if (files.length === 0 || missingFiles(details).length > 0) return 'send'
  if (!findings) return 'check'
  if (openQuestions(details).length > 0) return 'answer'
  if (stale) return 'check'
  return findings.tables.length === 0 || (findings.problem_count > 0 && !skip_bad) ? 'mend' : 'run'
}
