import fc from 'fast-check'
import { expect, test } from 'vitest'
import { embedAddress, hostOf, playerAddress } from '#rules/media/videos.ts'

test.each([
  ['https://www.youtube.com/watch?v=abc-_123&t=4', 'https://www.youtube.com/embed/abc-_123?start=4'],
  ['https://www.youtube.com/watch?v=abc&t=1h2m3s', 'https://www.youtube.com/embed/abc?start=3723'],
  ['https://www.youtube.com/watch?v=abc&t=soon', 'https://www.youtube.com/embed/abc'],
  ['https://youtube.com/watch?v=abc', 'https://www.youtube.com/embed/abc'],
  ['https://www.youtube.com/watch', 'https://www.youtube.com/watch'],
  ['https://youtube.com.evil.example/watch?v=abc', 'https://youtube.com.evil.example/watch?v=abc'],
  ['https://vimeo.com/12', 'https://vimeo.com/12'],
  ['not a link', 'not a link'],
])('%s is embedded as %s', (typed, embed) => {
  expect(embedAddress(typed)).toBe(embed)
})

test('the host of a link, or an empty string', () => {
  expect(hostOf('https://www.example.org/a')).toBe('example.org')
  expect(hostOf('nowhere')).toBe('')
})

const HOSTS = ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com', 'archive.example']
test.each([
  ['https://www.youtube.com/watch?v=abc-_123&t=4', 'https://www.youtube-nocookie.com/embed/abc-_123?start=4'],
  ['https://youtu.be/dQw4w9WgXcQ?t=42', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42'],
  ['https://www.youtube.com/embed/abc?start=42', 'https://www.youtube-nocookie.com/embed/abc?start=42'],
  ['https://youtu.be/abc#t=1m30s', 'https://www.youtube-nocookie.com/embed/abc?start=90'],
  ['https://vimeo.com/12#t=42s', 'https://player.vimeo.com/video/12#t=42'],
  ['http://m.youtube.com/watch?v=abc', 'https://www.youtube-nocookie.com/embed/abc'],
  ['https://youtu.be/abc?si=1', 'https://www.youtube-nocookie.com/embed/abc'],
  ['https://www.youtube.com/shorts/abc', 'https://www.youtube-nocookie.com/embed/abc'],
  ['https://vimeo.com/12', 'https://player.vimeo.com/video/12'],
  ['https://vimeo.com/12/a0b1', 'https://player.vimeo.com/video/12?h=a0b1'],
  ['https://player.vimeo.com/video/12?h=a0b1&x=1', 'https://player.vimeo.com/video/12?h=a0b1'],
  ['https://archive.example/embed/7?a=1', 'https://archive.example/embed/7?a=1'],
  ['http://archive.example/embed/7', null],
  ['https://www.youtube.com/@channel', null],
  ['https://youtube.com.evil.example/embed/abc', null],
  ['https://evil.example/https://archive.example/', null],
  ['javascript:alert(1)', null],
  ['not a link', null],
])('%s is shown by the player %s', (typed, player) => {
  expect(playerAddress(typed, HOSTS)).toBe(player)
})

test('a host that society.ts does not list has no player', () => {
  expect(playerAddress('https://youtu.be/abc', ['www.youtube.com'])).toBe('https://www.youtube.com/embed/abc')
  expect(playerAddress('https://youtu.be/abc', ['player.vimeo.com'])).toBeNull()
  const links = fc.oneof(
    fc.webUrl({ withQueryParameters: true }),
    fc.string(),
    fc.constantFrom(...HOSTS).map((host) => `https://${host}/1`),
  )
  fc.assert(
    fc.property(links, fc.subarray(HOSTS), (link, hosts) => {
      const player = playerAddress(link, hosts)
      if (player !== null) expect(hosts.map((host) => `https://${host}`)).toContain(new URL(player).origin)
    }),
  )
})
