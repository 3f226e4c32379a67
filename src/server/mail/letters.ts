import { LINK_LIFETIME } from '#contract/limits.ts'
import { asSentence } from '#rules/names/sentences.ts'
import { accountLinkAddress } from '#rules/addresses/page-addresses.ts'
import type { SocietySettings } from '#contract/settings.ts'

/** A letter to a user. `name`, `title` and `note` are typed text; `path` and the links are ours. */
export type Letter =
  | { kind: 'invitation' | 'reset'; to: string; name: string; uid: string; token: string }
  | { kind: 'published'; to: string; name: string; title: string; path: string }
  | { kind: 'returned'; to: string; name: string; title: string; note: string; path: string }
  | { kind: 'failing'; to: string; name: string; problem: string; path: string }

/** A part of a letter: a paragraph, a quotation with its line breaks, or a link to the site. */
export type Piece = { say: string } | { quote: string } | { path: string; label: string }

/** Control characters, line and paragraph separators, and bidirectional marks. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const MAX_TITLE = 120

/** Typed text as one line, safe for a header. */
function oneLine(text: string): string {
  const line = [...text.toWellFormed().replace(BREAKS, ' ').trim()]
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).join('')}…` : line.join('')
}

/** Typed text with its line breaks, without other control characters. */
const lines = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim()

/** Who writes the letters. */
export type Sender = Pick<SocietySettings, 'name' | 'siteName' | 'town' | 'email' | 'language'>

const DAYS = LINK_LIFETIME.activation / 86_400_000
const HOURS = LINK_LIFETIME.reset / 3_600_000
const linkHelp = ({ email }: Sender) => `If it has stopped working, write to ${email} and we will send you a new one.`
const quoted = (title: string) => (oneLine(title) === '' ? 'your item' : `“${oneLine(title)}”`)

type LetterText = { subject: string; pieces: Piece[] }

const TEMPLATES: {
  [K in Letter['kind']]: (letter: Extract<Letter, { kind: K }>, society: Sender) => LetterText
} = {
  invitation: (letter, society) => ({
    subject: `Your account in the ${society.siteName}`,
    pieces: [
      {
        say: asSentence(
          `The ${society.name} has created an account for you in the ${society.siteName}, so that you can help to preserve the history of ${society.town}`,
        ),
      },
      { say: 'To get started, open this page, press the button, and choose a password.' },
      { path: accountLinkAddress('activation', letter), label: 'Activate my account' },
      {
        say: `The link works until you have chosen a password, for ${DAYS} days at most. Please don’t share it. ${linkHelp(society)}`,
      },
      { say: 'If you weren’t expecting this email, you can ignore it.' },
    ],
  }),
  reset: (letter, society) => ({
    subject: `Choose a new password for the ${society.siteName}`,
    pieces: [
      {
        say: asSentence(
          `Somebody, most likely you, asked for a new password for your account in the ${society.siteName}`,
        ),
      },
      { say: 'You can choose it on this page:' },
      { path: accountLinkAddress('reset', letter), label: 'Choose a new password' },
      { say: `The link works once and expires after ${HOURS} hours. Please don’t share it. ${linkHelp(society)}` },
      { say: 'If you didn’t ask for this, you can ignore this email: your password stays the same.' },
    ],
  }),
  published: ({ title, path }, society) => ({
    subject: `Published: ${quoted(title)}`,
    pieces: [
      { say: `Good news: ${quoted(title)} is now part of the ${society.siteName}, where everybody can see it.` },
      { path, label: 'See it in the archive' },
      { say: 'It can take a few minutes until it appears on every page.' },
      { say: `Thank you for helping to preserve the history of ${society.town}!` },
    ],
  }),
  returned: ({ title, note, path }, society) => ({
    subject: `A question about ${quoted(title)}`,
    pieces: [
      {
        say: `Thank you for sending in ${quoted(title)}. One of our cataloguers has looked at it and has a question before it can be published.`,
      },
      ...(lines(note) === '' ? [] : [{ say: 'They wrote:' }, { quote: lines(note) }]),
      { say: 'Everything you entered is saved. You can continue here:' },
      { path, label: 'Continue' },
      { say: `If anything is unclear, just reply to this email or write to ${society.email}.` },
    ],
  }),
  failing: ({ problem, path }, society) => ({
    subject: `The pages of the ${society.siteName} can’t be built`,
    pieces: [
      { say: problem },
      { say: 'What was withdrawn stays hidden. What was published or corrected since is not on the pages yet.' },
      { path, label: 'See why' },
      {
        say: 'This letter is sent once. Lotline builds again with the next change, or when you press “Build Now” there.',
      },
    ],
  }),
}

/** Subject (one line) and content of a letter. */
export function letterText(letter: Letter, society: Sender): LetterText {
  const { subject, pieces } = (TEMPLATES[letter.kind] as (letter: Letter, society: Sender) => LetterText)(
    letter,
    society,
  )
  const name = oneLine(letter.name)
  return { subject, pieces: [{ say: name === '' ? 'Hello,' : `Dear ${name},` }, ...pieces] }
}
