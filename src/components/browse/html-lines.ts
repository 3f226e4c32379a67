import type { EntryGroup, IndexPage, LetterLink } from '#snapshot/pages/browse/alphabet.ts'
import type { PlanShape } from '#snapshot/pages/browse/town-plan.ts'

/** Built as strings: a page has thousands of these lines and shapes, and components are slower. */
const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The lines of a group. The first one gets the id `anchor`. */
export const indexLines = ({ entries }: EntryGroup, anchor = '') =>
  entries
    .map(({ href, text, note, portrait }, at) => {
      const id = anchor && at === 0 ? ` id="${anchor}"` : ''
      const face = portrait ? `<img src="${escape(portrait)}" alt="" width="32" height="32" loading="lazy">` : ''
      return `<li${id}><a href="${href}">${face}${escape(text)}</a>${note && ` <span>${escape(note)}</span>`}</li>`
    })
    .join('')

const planLink = ({ href, title, path }: PlanShape) =>
  href === ''
    ? `<path d="${path}"/>`
    : `<a href="${escape(href)}" tabindex="-1"><title>${escape(title)}</title><path d="${path}"/></a>`
export const planLinks = (shapes: readonly PlanShape[]) => shapes.map(planLink).join('')

/** The letters of a one-page index, each linked to the first heading under it. */
export function letterJumps({ letters, groups }: Pick<IndexPage, 'letters' | 'groups'>): LetterLink[] {
  const first = new Map<string, string>()
  for (const { id, letter } of groups) if (!first.has(letter)) first.set(letter, id)
  return letters.map((each) =>
    each.href.startsWith('#') ? { ...each, href: `#${first.get(each.letter) ?? 'main'}` } : each,
  )
}
