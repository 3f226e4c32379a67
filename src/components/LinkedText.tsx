/** Web addresses as people write them in sentences. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/gi
/** What the sentence has after an address is none of it, nor a bracket that the address has not opened. */
function endOf(address: string): number {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  while (/[.,;:!?'’»\])]/.test(address[end - 1]!)) {
    if (address[end - 1] === ')' && unopened-- <= 0) break
    end -= 1
  }
  return end
}

/** A text that people wrote, with its web addresses as links, which search engines are asked not to count. */
export function LinkedText({ text }: { text: string }) {
  const parts = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.slice(0, endOf(found))
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
  return <>{parts.length > 0 ? [...parts, text.slice(from)] : text}</>
}
