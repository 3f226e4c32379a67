import { society } from '#society'
import { wordsOf } from './letters.ts'
import type { Letter, Piece } from './letters.ts'

export interface Composed {
  subject: string
  text: string
  html: string
}

/**
 * Stands for the site's address until the mail is sent: U+001A, SUBSTITUTE. Typed text has lost its control characters before it gets here, so
 * nobody can write one.
 */
const SITE = '\u001a'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)

const PARAGRAPH = 'margin:0 0 18px'
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:6px;background:#1f4d3a;color:#ffffff;font-weight:bold;text-decoration:none'

function textOf(piece: Piece): string {
  if ('say' in piece) return piece.say
  if ('path' in piece) return `${SITE}${piece.path}`
  return piece.quote.replace(/^/gm, '> ').replace(/^> $/gm, '>')
}

function htmlOf(piece: Piece): string {
  if ('say' in piece) return `<p style="${PARAGRAPH}">${escape(piece.say)}</p>`
  if ('quote' in piece) {
    const lines = escape(piece.quote).replaceAll('\n', '<br>\n')
    return `<blockquote style="margin:0 0 18px;padding:4px 0 4px 16px;border-left:4px solid #c9c2b4">${lines}</blockquote>`
  }
  // The address is written out as well: some programs show no buttons, and some people rather copy it.
  const address = escape(`${SITE}${piece.path}`)
  return `<p style="${PARAGRAPH}"><a href="${address}" style="${BUTTON}">${escape(piece.label)}</a></p>
<p style="${PARAGRAPH};font-size:15px;color:#555555;word-break:break-all">${address}</p>`
}

const FAREWELL = 'With kind regards,'

/** A letter as plain text and as HTML that says the same. Its links still want the site's address: see `addressed`. */
export function compose(letter: Letter): Composed {
  const { subject, pieces } = wordsOf(letter)
  const signature = [society.name, society.email]
  const text = [...pieces.map(textOf), [FAREWELL, ...signature].join('\n')].join('\n\n')
  const html = `<!doctype html>
<html lang="${escape(society.language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#ffffff;color:#222222;font:18px/1.5 Georgia,serif">
<div style="max-width:600px;margin:0 auto">
${pieces.map(htmlOf).join('\n')}
<p style="margin:0">${[FAREWELL, ...signature].map(escape).join('<br>\n')}</p>
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}

/** A composed letter whose links lead to the site at this address (no slash at its end). */
export function addressed({ subject, text, html }: Composed, site: string): Composed {
  return { subject, text: text.replaceAll(SITE, site), html: html.replaceAll(SITE, escape(site)) }
}
