import { expect, test } from 'vitest'
import { letterText } from '#server/mail/letters.ts'

test('no letter of an archive in Brooklyn, N.Y. has two full stops', () => {
  const sender = {
    ...{ name: 'Bridge Co.', siteName: 'Archive of Brooklyn, N.Y.', town: 'Brooklyn, N.Y.' },
    ...{ email: 'a@b.example', language: 'en-US' },
  }
  const to = { to: 'ann@example.org', name: 'Ann' }
  const letters = [
    letterText({ kind: 'invitation', ...to, uid: 'u', token: 't' }, sender),
    letterText({ kind: 'reset', ...to, uid: 'u', token: 't' }, sender),
    letterText({ kind: 'published', ...to, title: 'The bridge, N.Y.', path: '/' }, sender),
    letterText({ kind: 'returned', ...to, title: 'The bridge, N.Y.', note: 'Which side?', path: '/' }, sender),
  ]
  for (const { subject, pieces } of letters) expect(JSON.stringify({ subject, pieces })).not.toContain('..')
})
