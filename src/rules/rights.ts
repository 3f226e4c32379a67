import type { Item } from '../contract/item.ts'
import { society } from '#society'

/** What may be done with an item, in words, and where that is set down. */
export interface Rights {
  text: string
  /** What follows from it for whoever wants to use the item. */
  words: string
  href: string
}

/** Spec §9 "Copyright choices", and what the archive as a whole states where the record says nothing. */
const STATED: Record<Exclude<Item['copyright_info'], ''>, Rights> = {
  'Public Domain': {
    text: 'Public Domain',
    words: 'Free of known copyright: use it as you like. Please name the archive.',
    href: 'https://creativecommons.org/publicdomain/mark/1.0/',
  },
  'User Responsibility': {
    text: 'User Responsibility',
    words: 'It may be protected. Whoever uses it has to find out, and ask whom it belongs to.',
    href: 'https://rightsstatements.org/page/CNE/1.0/',
  },
}

export const rightsOf = ({ copyright_info }: Pick<Item, 'copyright_info'>): Rights =>
  copyright_info === ''
    ? {
        text: society.licence.name,
        words: 'What the archive says of its items as a whole. Please name the archive.',
        href: society.licence.url,
      }
    : STATED[copyright_info]
