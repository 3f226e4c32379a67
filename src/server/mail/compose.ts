import { pageLanguage } from '#rules/settings/languages.ts'
import { defaultSettings } from '#rules/settings/society-settings.ts'
import { letterText, type Letter, type Piece, type Sender } from './letters.ts'

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
