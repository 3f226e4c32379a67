import { expect, test } from 'vitest'
import { embedAddress, hostOf } from '#rules/videos.ts'

test.each([
  ['https://www.youtube.com/watch?v=abc-_123&t=4', 'https://www.youtube.com/embed/abc-_123'],
  ['https://youtube.com/watch?v=abc', 'https://www.youtube.com/embed/abc'],
  ['https://www.youtube.com/watch', 'https://www.youtube.com/watch'],
  ['https://youtube.com.evil.example/watch?v=abc', 'https://youtube.com.evil.example/watch?v=abc'],
  ['https://vimeo.com/12', 'https://vimeo.com/12'],
  ['not a link', 'not a link'],
])('%s is embedded as %s', (typed, embed) => {
  expect(embedAddress(typed)).toBe(embed)
})

test('the host of a link, or nothing', () => {
  expect(hostOf('https://www.example.org/a')).toBe('example.org')
  expect(hostOf('nowhere')).toBe('')
})
