import type { TreeKind } from '#contract/tree.ts'
import { plural } from '#rules/names/record-names.ts'
import type { Choosing, TreeStep } from '#stores/review/trees/tree.ts'

export const WORDS: Record<TreeKind, Record<'one' | 'many' | 'all' | 'add' | 'filter' | 'below', string>> = {
  subjects: {
    one: 'subject',
    many: 'subjects',
    all: 'All subjects',
    add: 'Add Subject',
    filter: 'Find a subject',
    below: 'Subjects directly below it go to the top level.',
  },
  collections: {
    one: 'collection',
    many: 'collections',
    all: 'All collections',
    add: 'Add Collection',
    filter: 'Find a collection',
    below: 'Collections directly below it go to the top level.',
  },
  stories: {
    ...{ one: 'story', many: 'stories', all: 'All stories', add: 'New Story', filter: 'Find a story' },
    below: 'The records that it names stay as they are.',
  },
}
export const TEXT = {
  hint: 'Choose one to rename, describe, move, merge or remove it. A row can also be dragged to another.',
  hintOfStories: 'Choose a story to go on with it, or begin a new one.',
  keys: 'Arrow keys move and open branches, Enter chooses, M moves the row.',
  none: 'Nothing matches.',
  keysOfStories: 'Arrow keys move, Enter chooses.',
  newBelow: (one: string, parent: string | undefined) =>
    one === 'story'
      ? 'A new story'
      : parent === undefined
        ? `A new ${one} at the top level`
        : `A new ${one} below “${parent}”`,
} as const

export const countOf = (kind: TreeKind, count: number): string => plural(count, WORDS[kind].one, WORDS[kind].many)

export const choosingText = ({ what }: Choosing, name: string): string =>
  what === 'move'
    ? `Moving “${name}”. Choose where it goes: click, or use the arrow keys and Enter. Escape cancels.`
    : `Merging “${name}”. Choose the one that stays: click, or use the arrow keys and Enter. Escape cancels.`

const DONE: Record<TreeStep['step'], (name: string, into: string | undefined) => string> = {
  moved: (name, into) =>
    into === undefined ? `“${name}” is at the top level now.` : `“${name}” is below “${into}” now.`,
  saved: (name) => `“${name}” is saved.`,
  added: (name) => `“${name}” is added.`,
}
export const doneText = (done: TreeStep): string => DONE[done.step](done.name, done.into)
