import { suggestionsText } from '#islands/widgets/TagInput.tsx'
import { expect, test } from 'vitest'
import { draftTitle, durationText, savedText, whenText } from '#islands/add-item/messages.ts'
import { megabytes } from '#islands/widgets/megabytes.ts'

const NOON = new Date(2026, 10, 22, 12, 0).getTime()
const at = (year: number, month: number, day: number, hour: number, minute: number) =>
  new Date(year, month - 1, day, hour, minute).getTime()

test('a time of today is a time; another day has its date, another year its year', () => {
  expect(whenText(at(2026, 11, 22, 9, 5), NOON)).toBe('09:05')
  expect(whenText(at(2026, 11, 21, 14, 5), NOON)).toBe('November 21, 14:05')
  expect(whenText(at(2025, 11, 22, 0, 5), NOON)).toBe('November 22, 2025, 00:05')
})

test('the draft says whether it is saved', () => {
  expect(savedText({ state: 'saving' }, NOON)).toBe('Saving…')
  expect(savedText({ state: 'saved' }, null)).toBe('What you enter is kept on this device.')
  expect(savedText({ state: 'saved' }, Date.now())).toMatch(/^Saved on this device, \d\d:\d\d$/)
})

test('a draft is named by its title, else by its type, with its images', () => {
  expect(draftTitle({ title: 'The mill', type: 'photograph', images: 0 })).toBe('The mill')
  expect(draftTitle({ title: '', type: 'paper_record', images: 1 })).toBe('Untitled paper record, 1 image')
  expect(draftTitle({ title: '', type: '', images: 2 })).toBe('New item, 2 images')
})

test.each([
  [null, ''],
  [3, 'a few seconds'],
  [41, 'about 50 seconds'],
  [60, 'about a minute'],
  [61, 'about 2 minutes'],
  [3 * 3600, 'about 3 hours'],
])('%s seconds left are %o', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('sizes', () => {
  expect(megabytes(3_440_000)).toBe('3.4 MB')
  expect([megabytes(0), megabytes(11_400), megabytes(100_000)]).toEqual(['0 KB', '12 KB', '0.1 MB'])
  expect(megabytes(1_234_000_000)).toBe('1,234 MB')
})

test('suggestions say how many letters they need, and how many there are', () => {
  const tags = [{ id: 1, name: 'John Calder', detail: '', pending: false }]
  expect(suggestionsText({ state: 'more-letters', minimum: 3 })).toBe('Type at least 3 letters.')
  expect(suggestionsText({ state: 'found', tags: [], more: 0 })).toBe('Nothing found.')
  expect(suggestionsText({ state: 'found', tags: [], more: 0 }, 'Add a person')).toBe(
    'Nothing found. Not in the archive yet? Press “Add a person”.',
  )
  expect(suggestionsText({ state: 'found', tags, more: 0 })).toBe('1 suggestion')
  expect(suggestionsText({ state: 'found', tags: [...tags, ...tags], more: 9 })).toBe('2 suggestions of 11')
})
