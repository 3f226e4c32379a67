import { expect, test } from 'vitest'
import { pathForLog } from '#server/http/request-log.ts'
import { redactSecrets } from '#server/errors/redact-secrets.ts'

test.each([
  ['/api/item/12/', '/api/item/12/'],
  ['/itemview/12/?x=@', '/itemview/12/'],
  ['/@fs/x', '/@fs/x'],
  [`/${'x'.repeat(5000)}`, `/${'x'.repeat(299)}`],
])('the path %.30s is logged as %.30s', (url, path) => expect(pathForLog(url)).toBe(path))

test.each([
  ['sent to <ann@example.org>, bob@x.y', 'sent to <[address]>, [address]'],
  ['{"email":"ann+tag@example.org"}', '{"email":"[address]"}'],
  ['smtp://user:pass@mail.example.org:25', 'smtp://[credentials]@mail.example.org:25'],
  [
    'Authorization: JWT eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.s-_9, www.example.org.',
    'Authorization: JWT [token], www.example.org.',
  ],
  ['x-eyJhbGci.e30. and a.eyJhbGci.e30.c', '[token] and [token]'],
  ['Plain words, 12:30, a@ b', 'Plain words, 12:30, a@ b'],
])('%s is redacted to %s', (text, scrubbed) => expect(redactSecrets(text)).toBe(scrubbed))

test.each(['a', 'eyJ', 'a.', 'a-', 'a://', '%4'])(
  'a text of nothing but “%s” is as it was, and is walked through once: from each letter anew it would take minutes',
  (part) => {
    const text = part.repeat(300_000 / part.length)
    expect(redactSecrets(text)).toBe(text)
  },
)
