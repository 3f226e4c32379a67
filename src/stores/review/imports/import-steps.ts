import { TARGETS, type ImportMapping, type TableMapping } from '#contract/import-mapping.ts'
import type { ImportDetails, ImportFindings, ImportQuestion } from '#contract/imports.ts'
import { isAnswered } from '#rules/import/questions.ts'

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
    if (dateQuestion(findings, table, heading)?.answered === false) return true
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

export const decisionOf = ({ names }: ImportMapping, { list, name }: NameQuestion): Decision | undefined =>
  names[list]?.[name]

/** Questions without an answer. */
export function openQuestions({ findings, mapping }: Pick<ImportDetails, 'findings' | 'mapping'>): ImportQuestion[] {
  if (!findings || !mapping) return []
  return findings.questions.filter((question) => !isAnswered(question, mapping))
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
