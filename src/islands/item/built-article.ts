import { itemAddress } from '#rules/addresses.ts'

/** What a record needs none of, and must not bring: whatever runs, or changes the page around it. */
const UNWANTED = 'script, style, link, meta, base, iframe, object, embed, noscript'
/** Title and parts of an item's page, one level lower. */
const LOWER = { H1: 'h2', H2: 'h3' } as const

/** The record of an item as its page of the last build has it, for a place under another heading; null where there is no such page. */
export async function readBuiltArticle(id: number, signal: AbortSignal): Promise<HTMLElement | null> {
  const answer = await fetch(itemAddress(id), { headers: { accept: 'text/html' }, signal })
  if (!answer.ok) return null
  // A document that is parsed runs nothing and asks for nothing.
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
