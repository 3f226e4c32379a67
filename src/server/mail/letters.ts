import { LINK_LIFETIME } from '#contract/limits.ts'
import { asSentence } from '#rules/names/record-names.ts'
import { ADDRESS, accountLinkAddress } from '#rules/addresses/page-addresses.ts'
import type { SocietySettings } from '#contract/settings.ts'
import { pageLanguage } from '#rules/settings/languages.ts'
import { defaultSettings } from '#rules/settings/society-settings.ts'

/** A letter to a user. `name`, `title` and `note` are typed text; `path` and the links are ours. */
export type Letter =
  | { kind: 'invitation' | 'reset'; to: string; name: string; uid: string; token: string }
  | { kind: 'published'; to: string; name: string; title: string; path: string }
  | { kind: 'returned'; to: string; name: string; title: string; note: string; path: string }
  | { kind: 'opening'; to: string; name: string; records: readonly string[] }
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
  opening: ({ records }, society) => ({
    subject: `Soon everybody can see it: ${records.length === 1 ? 'a hidden record' : `${records.length} hidden records`}`,
    pieces: [
      { say: `This is hidden in the ${society.siteName}, and opens by itself in the night before its day:` },
      { quote: lines(records.join('\n')) },
      { say: 'If it has to stay hidden, choose another day, or “Only staff”.' },
      { path: `${ADDRESS.review}?state=hidden`, label: 'Look at what is hidden' },
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

export interface Composed {
  subject: string
  text: string
  html: string
}

/** Placeholder of the site's address until the mail is sent: U+001A. Control characters are stripped from typed text, so nobody can forge it. */
const SITE_PLACEHOLDER = '\u001a'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)

const PARAGRAPH = 'margin:0 0 18px'
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:6px;background:#1f4d3a;color:#ffffff;font-weight:bold;text-decoration:none'

function textOf(piece: Piece): string {
  if ('say' in piece) return piece.say
  if ('path' in piece) return `${SITE_PLACEHOLDER}${piece.path}`
  return piece.quote.replace(/^/gm, '> ').replace(/^> $/gm, '>')
}

function htmlOf(piece: Piece): string {
  if ('say' in piece) return `<p style="${PARAGRAPH}">${escape(piece.say)}</p>`
  if ('quote' in piece) {
    const lines = escape(piece.quote).replaceAll('\n', '<br>\n')
    return `<blockquote style="margin:0 0 18px;padding:4px 0 4px 16px;border-left:4px solid #c9c2b4">${lines}</blockquote>`
  }
  // Also as plain text, since some mail programs show no buttons.
  const address = escape(`${SITE_PLACEHOLDER}${piece.path}`)
  return `<p style="${PARAGRAPH}"><a href="${address}" style="${BUTTON}">${escape(piece.label)}</a></p>
<p style="${PARAGRAPH};font-size:15px;color:#555555;word-break:break-all">${address}</p>`
}

const CLOSING = 'With kind regards,'

/** A letter as plain text and HTML. Its links still contain the placeholder: see `withSiteUrl`. */
export function compose(letter: Letter, sender: Sender = defaultSettings()): Composed {
  const { subject, pieces } = letterText(letter, sender)
  const signature = [sender.name, sender.email]
  const text = [...pieces.map(textOf), [CLOSING, ...signature].join('\n')].join('\n\n')
  const html = `<!doctype html>
<html lang="${escape(pageLanguage(sender.language))}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#ffffff;color:#222222;font:18px/1.5 Georgia,serif">
<div style="max-width:600px;margin:0 auto">
${pieces.map(htmlOf).join('\n')}
<p style="margin:0">${[CLOSING, ...signature].map(escape).join('<br>\n')}</p>
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

/** Fills in the address of the site (no trailing slash). */
export function withSiteUrl({ subject, text, html }: Composed, site: string): Composed {
  return {
    subject,
    text: text.replaceAll(SITE_PLACEHOLDER, site),
    html: html.replaceAll(SITE_PLACEHOLDER, escape(site)),
  }
}
