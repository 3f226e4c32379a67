import { expect, test } from 'vitest'
import type { ImportDetails, ImportFindings, ImportQuestion } from '#contract/imports.ts'
import { hasEffect, missingFiles, nextStep, openQuestions, sortColumns } from '#stores/review/imports/import-steps.ts'
import { details, FINDINGS, MAPPING, TABLE } from './an-import.ts'

const dates: ImportQuestion = { about: 'dates', answered: false, table: 'a.csv', column: 'Date', example: '3/4/1905' }
const names: ImportQuestion = { about: 'names', answered: false, list: 'people', name: 'Ross, A.', candidates: [] }
const asked = (more: Partial<ImportDetails> = {}) =>
  details({ findings: { ...FINDINGS, questions: [dates, names] }, ...more })

test('what comes next: files, a look at them, answers, another look, problems, the import', () => {
  const file = { path: 'a.csv', bytes: 9, modified: 1, received: 9 }
  const problem: Partial<ImportFindings> = { problem_count: 1 }
  expect(nextStep(details({ files: [] }))).toBe('send')
  expect(nextStep(details({ files: [{ ...file, received: 3 }] }))).toBe('send')
  expect(nextStep(details({ findings: null }))).toBe('check')
  expect(nextStep(asked({ stale: true }))).toBe('answer')
  expect(nextStep(details({ stale: true }))).toBe('check')
  expect(nextStep(details({ findings: { ...FINDINGS, ...problem } }))).toBe('mend')
  expect(nextStep(details({ findings: { ...FINDINGS, ...problem }, skip_bad: true }))).toBe('run')
  expect(nextStep(details({ findings: { ...FINDINGS, tables: [] } }))).toBe('mend')
  expect(nextStep(details({}))).toBe('run')
  expect(nextStep(details({ state: 'running', stale: true }))).toBe('wait')
  expect(nextStep(asked({ state: 'done' }))).toBe('done')
})

test('a question is open until it has an answer, and names are new if the rest is', () => {
  const both = asked()
  expect(openQuestions(both)).toEqual([dates, names])
  expect(openQuestions({ ...both, mapping: { ...MAPPING, names: { people: { 'Ross, A.': 'leave' } } } })).toEqual([
    dates,
  ])
  expect(openQuestions({ ...both, mapping: { ...MAPPING, doubtful: 'new' } })).toEqual([dates])
  const tables = [{ ...TABLE, dates: { Date: 'day first' as const } }]
  expect(openQuestions({ ...both, mapping: { ...MAPPING, tables } })).toEqual([names])
})

test('a column is looked at where nothing knew it, a tenth of its cells does not fit or there is a question; empty ones are not shown', () => {
  const cells = { kept: 3, changed: 0, moved: 0, 'left out': 0 }
  const column = (heading: string, more: object = {}) => ({ heading, examples: ['x'], cells, changes: [], ...more })
  const found = {
    ...{ table: 'a.csv', rows: 3, preset: null, notices: [] },
    columns: [
      column('Title'),
      column('Date'),
      column('Place', { cells: { ...cells, kept: 8, changed: 0, moved: 1 } }),
      column('Sender', { cells: { ...cells, kept: 9, changed: 1, 'left out': 1 } }),
      column('Shelf'),
      column('Empty', { examples: [] }),
    ],
  }
  const mapping = {
    ...TABLE,
    columns: { Title: 'title', Date: 'date_start', Place: 'location', Sender: 'creator', Shelf: 'notes' },
  }
  const sorted = (preset: string | null) => {
    const { clear, look } = sortColumns({ ...found, preset }, mapping, { ...FINDINGS, questions: [dates] })
    return [clear, look].map((columns) => columns.map(({ heading }) => heading).join())
  }
  expect(sorted(null)).toEqual(['Title,Sender', 'Date,Place,Shelf'])
  const answered = { ...FINDINGS, questions: [{ ...dates, answered: true }] }
  expect(sortColumns(found, mapping, answered).look.map(({ heading }) => heading)).toEqual(['Place', 'Shelf'])
  // A program that is known put it there.
  expect(sorted('PastPerfect 5')).toEqual(['Title,Sender,Shelf', 'Date,Place'])
})

test('files are missing that were announced and are not whole', () => {
  const file = { path: 'a.csv', bytes: 9, modified: 1, received: 9 }
  expect(missingFiles({ files: [file, { ...file, path: 'b.jpg', received: 0 }] })).toEqual(['b.jpg'])
})

test('an import in which all is the same has no effect', () => {
  const same = { list: 'items', added: 0, updated: 0, unchanged: 9, rejected: 0, conflicts: 0 }
  expect(hasEffect({ lists: [same] })).toBe(false)
  expect(hasEffect({ lists: [same, { ...same, updated: 1 }] })).toBe(true)
  expect(hasEffect({ lists: [{ ...same, added: 1 }] })).toBe(true)
})
