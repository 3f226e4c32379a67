import { expect, test } from 'vitest'
import { candidateText, columnsText, countsText, dateReadings, targetGroups } from '#islands/review/imports/messages.ts'
import { FINDINGS } from '../../stores/review/imports/an-import.ts'

test('a date is read in both orders, with the month as a word', () => {
  expect(dateReadings('3/4/1905')).toEqual(['3 April 1905', '4 March 1905'])
  expect(dateReadings('03.04.05')).toEqual(['3 April 05', '4 March 05'])
})

test('a candidate is told by its years', () => {
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

test('only items have a picture to describe, and only people a name in one cell', () => {
  const targets = (list: string) => targetGroups(list)[0]![1].map(([target]) => target)
  expect(targets('items')).toEqual(['key', 'parent', 'file', 'alt', 'circa', 'latitude', 'longitude'])
  expect(targets('people')).toEqual(['key', 'file', 'circa', 'full_name', 'given_names'])
  expect(targets('locations')).toContain('lot')
})
