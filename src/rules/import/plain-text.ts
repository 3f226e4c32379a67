import { Parser } from 'htmlparser2'

const TAG = /<\/?(?:a|abbr|b|blockquote|br|cite|div|em|font|h[1-6]|i|li|ol|p|small|span|strong|sub|sup|u|ul)\b[^<>]*>/gi
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,7});/gi
function decoded(entity: string): string {
  let text = ''
  new Parser({ ontext: (part) => void (text += part) }).end(entity)
  return text
}

/** What a cell with the formatting of a web page says: `<p>At the <em>mill</em></p>` is “At the mill”; a link keeps its address, a paragraph its line. */
export function plainText(cell: string): string {
  if (!/[<&]/.test(cell)) return cell
  const bare = cell
    .replace(/<a\b([^<>]*)>([^<>]*)<\/a>/gi, (_, attributes: string, text: string) => {
      const address = /\bhref=["']?([^"'\s]+)/i.exec(attributes)?.[1] ?? ''
      return text.trim() === address || address === '' ? text : `${text} (${address})`
    })
    .replace(TAG, (tag) =>
      /^<(?:br|\/(?:p|div|li|h\d|blockquote))\b/i.test(tag) ? '\n' : /^<li\b/i.test(tag) ? '- ' : '',
    )
    .replace(ENTITY, decoded)
  return bare === cell
    ? cell
    : bare
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
}
