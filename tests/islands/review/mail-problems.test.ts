import { expect, test } from 'vitest'
import { mailProblemText } from '#islands/review/messages.ts'

test.each([
  ['ESOCKET connect ECONNREFUSED 127.0.0.1:25', 'does not answer'],
  ['EDNS getaddrinfo ENOTFOUND mail.example', 'was not found'],
  ['EAUTH Invalid login: 535 5.7.8 Authentication failed', 'did not accept the name and password'],
  ['ESOCKET self-signed certificate', 'no secure connection'],
  ['EENVELOPE 530 5.7.0 Must issue a STARTTLS command first', 'no secure connection'],
  ['EENVELOPE 530 5.7.1 Authentication required', 'did not accept the name and password'],
  ["EENVELOPE Can't send mail: 550 5.7.26 SPF check failed", 'refused it'],
  ['EMESSAGE 552 5.3.4 Message size exceeds the limit', 'did not take it'],
  ["EENVELOPE Can't send mail - all recipients were rejected: 550 5.1.1 User unknown", 'no mailbox of this address'],
  ['EENVELOPE 552 5.2.2 Over quota', 'mailbox is full'],
  ['EMESSAGE Message failed: 554 5.7.1 Rejected as spam', 'perhaps as junk mail'],
  ['EENVELOPE 451 4.7.1 Greylisted', 'sent again later'],
  ['ENOSPC no space left on device', 'could not be written'],
  ['', 'did not take it'],
])('%s', (reason, text) => {
  expect(mailProblemText(reason)).toContain(text)
  expect(mailProblemText(reason)).toMatch(/^[A-Z][^<>]+\.$/)
})
