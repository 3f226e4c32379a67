import { itemAddress } from '#rules/addresses/page-addresses.ts'

/** Elements that run something, or change the page around the record. */
const UNWANTED = 'script, style, link, meta, base, iframe, object, embed, noscript'
/** The headings of an item's page, one level lower. */
const LOWER = { H1: 'h2', H2: 'h3' } as const

/** An item's record from its page of the last build, with lower headings; null if there is no such page. */
export async function readBuiltArticle(id: number, signal: AbortSignal): Promise<HTMLElement | null> {
  const answer = await fetch(itemAddress(id), { headers: { accept: 'text/html' }, signal })
  if (!answer.ok) return null
  // A parsed document runs no scripts and loads nothing.
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const article = page.querySelector<HTMLElement>('article.item')
  if (!article) return null
  for (const each of article.querySelectorAll(UNWANTED)) each.remove()
  for (const each of article.querySelectorAll('*'))
    for (const name of each.getAttributeNames()) if (name.startsWith('on')) each.removeAttribute(name)
  for (const heading of article.querySelectorAll('h1, h2')) lower(heading)
  return document.adoptNode(article)
}

function lower(heading: Element): void {
  const lowered = heading.ownerDocument.createElement(LOWER[heading.tagName as keyof typeof LOWER])
  for (const { name, value } of heading.attributes) lowered.setAttribute(name, value)
  lowered.append(...heading.childNodes)
  heading.replaceWith(lowered)
}
