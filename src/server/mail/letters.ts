import { LINK_LIFETIME } from '#contract/limits.ts'
import { secretAddress } from '#rules/addresses.ts'
import { society } from '#society'

/** What somebody is written. `name`, `title` and `note` were typed by somebody; `path` and what the links are made of are ours. */
export type Letter =
  | { kind: 'invitation' | 'reset'; to: string; name: string; uid: string; token: string }
  | { kind: 'published'; to: string; name: string; title: string; path: string }
  | { kind: 'returned'; to: string; name: string; title: string; note: string; path: string }

/** A piece of a letter: a paragraph, words of somebody else with their line breaks, or an address of the site to go to. */
export type Piece = { say: string } | { quote: string } | { path: string; label: string }

/** What only one line may hold: control characters, line and paragraph separators, and marks that turn the reading direction. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const LONGEST_TITLE = 120

/** Typed text as one line. A subject made of it cannot begin another header. */
function oneLine(text: string): string {
  const line = [...text.toWellFormed().replace(BREAKS, ' ').trim()]
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).join('')}…` : line.join('')
}

/** Typed text with its line breaks and nothing else that is not to be read. */
const lines = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim()

const DAYS = LINK_LIFETIME.activation / 86_400_000
const HOURS = LINK_LIFETIME.reset / 3_600_000
const IF_NOT = `If the link does not work any more, write to ${society.email} and we will send you a new one.`
const quoted = (title: string) => (oneLine(title) === '' ? 'your item' : `“${oneLine(title)}”`)

const WORDS: { [K in Letter['kind']]: (letter: Extract<Letter, { kind: K }>) => { subject: string; pieces: Piece[] } } =
  {
    invitation: (letter) => ({
      subject: `Your account in the ${society.siteName}`,
      pieces: [
        {
          say: `The ${society.name} has made an account for you in the ${society.siteName}, so that you can help to keep the history of ${society.town}.`,
        },
        {
          say: 'To begin, go to this page and press the button “Activate”. After that you choose a password of your own.',
        },
        { path: secretAddress('activation', letter), label: 'Activate my account' },
        { say: `The link works once, for ${DAYS} days, and only for you: please do not pass it on. ${IF_NOT}` },
        { say: 'If you did not expect this letter, you need not do anything.' },
      ],
    }),
    reset: (letter) => ({
      subject: `Choose a new password for the ${society.siteName}`,
      pieces: [
        { say: `Somebody, most likely you, asked for a new password for your account in the ${society.siteName}.` },
        { say: 'To choose it, go to this page:' },
        { path: secretAddress('reset', letter), label: 'Choose a new password' },
        { say: `The link works once, for ${HOURS} hours, and only for you: please do not pass it on. ${IF_NOT}` },
        { say: 'If you did not ask for this, you need not do anything: your password stays as it is.' },
      ],
    }),
    published: ({ title, path }) => ({
      subject: `Published: ${quoted(title)}`,
      pieces: [
        { say: `Good news: ${quoted(title)} is now part of the ${society.siteName}, where everybody can see it.` },
        { path, label: 'See it in the archive' },
        { say: 'It may take a little while until every page of the site shows it.' },
        { say: `Thank you for helping to keep the history of ${society.town}.` },
      ],
    }),
    returned: ({ title, note, path }) => ({
      subject: `A question about ${quoted(title)}`,
      pieces: [
        {
          say: `Thank you for sending in ${quoted(title)}. One of our cataloguers has looked at it and asks you to go over it once more before it is published.`,
        },
        ...(lines(note) === '' ? [] : [{ say: 'This is what they wrote:' }, { quote: lines(note) }]),
        { say: 'Everything you entered is still there. Go on here:' },
        { path, label: 'Go on with it' },
        { say: `If anything is unclear, just answer this letter or write to ${society.email}.` },
      ],
    }),
  }

/** The words of a letter, to be set as plain text and as HTML. The subject is one line. */
export function wordsOf(letter: Letter): { subject: string; pieces: Piece[] } {
  const { subject, pieces } = (WORDS[letter.kind] as (letter: Letter) => { subject: string; pieces: Piece[] })(letter)
  const name = oneLine(letter.name)
  return { subject, pieces: [{ say: name === '' ? 'Hello,' : `Dear ${name},` }, ...pieces] }
}
