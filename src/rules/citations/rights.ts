import type { Item } from '#contract/item.ts'
import { society } from '#society'

export interface Rights {
  text: string
  /** What it means for people who want to use the item. */
  words: string
  href: string
}

/** Spec §9 "Copyright choices". */
const STATED: Record<Exclude<Item['copyright_info'], ''>, Rights> = {
  'Public Domain': {
    text: 'Public Domain',
    words: 'Free of known copyright: use it as you like. Please name the archive.',
    href: 'https://creativecommons.org/publicdomain/mark/1.0/',
  },
  'User Responsibility': {
    text: 'User Responsibility',
    words: 'It may be protected by copyright. Before you use it, please check, and ask the owner for permission.',
    href: 'https://rightsstatements.org/page/CNE/1.0/',
  },
}

export const rightsOf = ({ copyright_info }: Pick<Item, 'copyright_info'>): Rights =>
  copyright_info === ''
    ? {
        text: society.licence.name,
        words: 'This licence covers the archive as a whole. Please name the archive.',
        href: society.licence.url,
      }
    : STATED[copyright_info]

/** What is stated about an item itself; undefined where nothing is. For other machines, which must not read the archive's licence as that of an item. */
export const rightsOfItem = ({ copyright_info }: Pick<Item, 'copyright_info'>): Rights | undefined =>
  copyright_info === '' ? undefined : STATED[copyright_info]
