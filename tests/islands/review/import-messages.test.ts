import { expect, test } from 'vitest'
import {
  candidateText,
  columnsText,
  countsText,
  dateReadings,
  groupOf,
  noticeText,
} from '#islands/review/imports/messages.ts'
import { FINDINGS } from '../../stores/review/imports/an-import.ts'

test('a date is read in both orders, with the month as a word', () => {
  expect(dateReadings('3/4/1905')).toEqual(['3 April 1905', '4 March 1905'])
  expect(dateReadings('03.04.05')).toEqual(['3 April 05', '4 March 05'])
})

test('a candidate is told by its years, and where it is no record yet', () => {
  const row = 'family.ged, row 6'
  expect(candidateText({ name: 'Ada Ross', born: 1871, died: 1940, row })).toBe(
    'Ada Ross, 1871–1940 (in family.ged, row 6)',
  )
  expect(candidateText({ name: 'Ada Ross', born: 1871, died: 1940 })).toBe('Ada Ross, 1871–1940')
  expect(candidateText({ name: 'Ada Ross', born: 1871, died: null })).toBe('Ada Ross, from 1871')
  expect(candidateText({ name: 'Orr Mills', born: null, died: null })).toBe('Orr Mills')
})

test('counts and columns in a few words', () => {
  const list = { list: 'items', added: 1200, updated: 0, unchanged: 2, rejected: 0, conflicts: 0 }
  expect(countsText({ ...FINDINGS, lists: [list, { ...list, list: 'people' }] })).toBe('2,400 new, 4 the same')
  expect(countsText(FINDINGS)).toBe('Nothing new')
  expect([columnsText(18, 5), columnsText(1, 0)]).toEqual(['18 of 23 columns clear', '1 column, all clear'])
})

test('targets are offered as fields, about the row and somewhere else', () => {
  expect(['title', 'key', 'notes', 'created_at'].map(groupOf)).toEqual([
    ...['Fields of the record', 'About the row', 'Somewhere else', 'Of an export of an archive like this'],
  ])
})

test('a notice says its place once', () => {
  const text = (row: number | null, column: string | null, sentence: string) => noticeText({ row, column, sentence })
  expect(text(10, 'F', 'Sheet “Photos”: F10: “#REF!” is left.')).toBe('F10: “#REF!” is left.')
  expect(text(10, 'F', 'It is empty.')).toBe('Row 10: F: It is empty.')
  expect(text(null, null, 'Sheet “Photos”: It is hidden.')).toBe('It is hidden.')
})
