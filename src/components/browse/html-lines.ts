import type { EntryGroup, IndexPage, LetterLink } from '#snapshot/pages/browse/alphabet.ts'
import type { PlanShape } from '#snapshot/pages/browse/town-plan.ts'

/** Drawn as one string each: a line of an index and a shape of the plan are there thousands of times (measured.md, "Static build"). */
const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The lines of a group; with an `anchor` the first line can be jumped to. */
export const indexLines = ({ entries }: EntryGroup, anchor = '') =>
  entries
    .map(({ href, text, note }, at) => {
      const id = anchor && at === 0 ? ` id="${anchor}"` : ''
      return `<li${id}><a href="${href}">${escape(text)}</a>${note && ` <span>${escape(note)}</span>`}</li>`
    })
    .join('')

const planLink = ({ href, title, path }: PlanShape) =>
  `<a href="${escape(href)}" tabindex="-1"><title>${escape(title)}</title><path d="${path}"/></a>`
export const planLinks = (shapes: readonly PlanShape[]) => shapes.map(planLink).join('')

/** The letters of an index on one page: each leads to the first heading under it. */
export function letterJumps({ letters, groups }: Pick<IndexPage, 'letters' | 'groups'>): LetterLink[] {
  const first = new Map<string, string>()
  for (const { id, letter } of groups) if (!first.has(letter)) first.set(letter, id)
  return letters.map((each) =>
    each.href.startsWith('#') ? { ...each, href: `#${first.get(each.letter) ?? 'main'}` } : each,
  )
}
