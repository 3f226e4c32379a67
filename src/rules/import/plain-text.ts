const TAG = /<\/?(?:a|abbr|b|blockquote|br|cite|div|em|font|h[1-6]|i|li|ol|p|small|span|strong|sub|sup|u|ul)\b[^<>]*>/gi
const ENTITIES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', deg: '°', frac12: '½', copy: '©' },
  ...{ eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', ouml: 'ö', auml: 'ä', uuml: 'ü', szlig: 'ß', ntilde: 'ñ' },
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
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,7}));/gi, (whole, decimal, hex, name: string | undefined) => {
      const point = decimal ? Number(decimal) : parseInt(hex, 16)
      return name ? (ENTITIES[name] ?? whole) : point > 31 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
    })
  return bare === cell
    ? cell
    : bare
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
}
