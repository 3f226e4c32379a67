import type { Uses } from '#contract/review.ts'
import type { TreeKind } from '#contract/tree.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import type { Choosing, TreeStep } from '#stores/review/trees/tree.ts'
import { kindName, KIND_NAMES } from '../messages.ts'

export const WORDS: Record<TreeKind, { one: string; many: string; all: string; filter: string }> = {
  subjects: { one: 'subject', many: 'subjects', all: 'All subjects', filter: 'Find a subject' },
  collections: { one: 'collection', many: 'collections', all: 'All collections', filter: 'Find a collection' },
}
export const TEXT = {
  hint: 'Choose one to rename, describe, move, merge or remove it. A row can also be dragged to another.',
  keys: 'Arrow keys move and open branches, Enter chooses, M moves the row.',
  none: 'Nothing matches.',
  newBelow: (one: string, parent: string | undefined) =>
    parent === undefined ? `A new ${one} at the top level` : `A new ${one} below “${parent}”`,
  undoNote: 'You can bring it back for thirty days.',
  noUses: 'Nothing hangs on it.',
} as const

export const countOf = (kind: TreeKind, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? WORDS[kind].one : WORDS[kind].many}`
export const countOfItems = (count: number): string => (count === 1 ? '1 item' : `${formatNumber(count)} items`)

export const choosingText = ({ what }: Choosing, name: string): string =>
  what === 'move'
    ? `Moving “${name}”. Choose where it goes: click, or use the arrow keys and Enter. Escape cancels.`
    : `Merging “${name}”. Choose the one that stays: click, or use the arrow keys and Enter. Escape cancels.`

const DONE: Record<TreeStep['step'], (name: string, into: string | undefined) => string> = {
  moved: (name, into) =>
    into === undefined ? `“${name}” is at the top level now.` : `“${name}” is below “${into}” now.`,
  saved: (name) => `“${name}” is saved.`,
  added: (name) => `“${name}” is added.`,
  removed: (name) => `“${name}” is removed. ${TEXT.undoNote}`,
  restored: (name) => `“${name}” is back.`,
}
export const doneText = (done: TreeStep): string => DONE[done.step](done.name, 'into' in done ? done.into : undefined)

/** What becomes of the records that refer to a removed one. */
export function textOfUse(own: TreeKind, { kind, effect, count }: Uses['uses'][number]): string {
  const name = count === 1 ? kindName(kind) : kind in KIND_NAMES ? KIND_NAMES[kind as keyof typeof KIND_NAMES] : kindName(kind) // prettier-ignore
  const what = `${formatNumber(count)} ${name.toLowerCase()}`
  if (effect === 'removed') return `${what}: removed with it`
  return kind === own ? `${what}: at the top level afterwards` : `${what}: kept, but no longer filed here`
}
