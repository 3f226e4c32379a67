/** Web addresses as people write them: without what the sentence has after them, and with brackets that they open themselves. */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)(?:\([^\s()<>"“”]*\)|[^\s()<>"“”])*(?:\([^\s()<>"“”]*\)|[^\s()<>"“”.,;:!?'’»\]])/gi

/** A text that people wrote, with its web addresses as links, which search engines are asked not to count. */
export function LinkedText({ text }: { text: string }) {
  const parts = []
  let from = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const href = /^www/i.test(address) ? `https://${address}` : address
    if (!URL.canParse(href) || !new URL(href).hostname.includes('.')) continue
    const link = (
      <a key={index} href={href} rel="nofollow ugc">
        {address}
      </a>
    )
    parts.push(text.slice(from, index), link)
    from = index + address.length
  }
  return from === 0 ? text : [...parts, text.slice(from)]
}
