import type { Item } from '#contract/item.ts'
import { RIGHTS } from '#contract/rights.ts'
import { society } from '#society'

/** What is known of the rights in an item. */
export interface Rights {
  /** Of the statement (contract/rights.ts); '' if nothing is recorded. */
  uri: string
  /** The official title of the statement. */
  text: string
  /** What it means for people who want to use the item. */
  words: string
  /** Where the statement can be read; '' if there is none. */
  href: string
  holder: string
  /** How users should name the source; '' where nothing is said. */
  credit: string
}

/** What statements mean, by what their URIs contain; the first that fits. */
const MEANINGS: readonly (readonly [part: string, words: string])[] = [
  ['/InC', 'It is protected by copyright. For what neither the law nor this statement allows, please ask the owner.'],
  ['/NoC', 'Free of copyright, but its use may be restricted. Please ask the archive.'],
  ['vocab', 'It may be protected by copyright. Before you use it, please check, and ask the owner for permission.'],
  ['licenses', 'You may use it as this licence says. Please name the source.'],
  ['', 'Free of known copyright: use it as you like. Please name the archive.'],
]
const UNSAID = {
  text: 'Rights not recorded',
  words: 'It may be protected by copyright. Please ask the archive before you use it.',
}

/** What the wizard's choices mean (spec §9), unless a setting says otherwise. */
const STATED = {
  'Public Domain': 'https://creativecommons.org/publicdomain/mark/1.0/',
  'User Responsibility': 'http://rightsstatements.org/vocab/CNE/1.0/',
}
export const meaningOf = (choice: keyof typeof STATED, set: Partial<typeof STATED> = society.copyright): string =>
  set[choice] ?? STATED[choice]

const listed = (uri: string | undefined) => (uri && Object.hasOwn(RIGHTS, uri) ? uri : '')

type Says = Pick<Item, 'copyright_info' | 'collection' | 'rights' | 'rights_holder' | 'credit_line'>

/** The rights in an item: as it says itself, else as the wizard's choice means (a setting), else as its collection says. Whatever names rights asks this. */
export function rightsOf({ copyright_info, collection, rights, rights_holder = '', credit_line = '' }: Says): Rights {
  const own = listed(rights) || (copyright_info && listed(meaningOf(copyright_info)))
  const uri = own || (copyright_info ? '' : listed(collection?.rights))
  const holder = rights_holder || (own || copyright_info ? '' : (collection?.rights_holder ?? ''))
  const credit = credit_line || (collection?.credit_line ?? '')
  if (uri === '') return { uri, ...UNSAID, href: '', holder, credit }
  const words = MEANINGS.find(([part]) => uri.includes(part))?.[1] ?? ''
  return { uri, text: RIGHTS[uri]!, words, href: pageOf(uri), holder, credit }
}

/** Creative Commons gives licences, CC0 and its mark; RightsStatements.org only says how things are. */
export const isLicence = (uri: string): boolean => uri.startsWith('https://creativecommons.org/')

/** The URI of RightsStatements.org is that of data; people read the page beside it. */
const pageOf = (uri: string) =>
  uri.replace(/^http:\/\/rightsstatements\.org\/vocab\//, 'https://rightsstatements.org/page/')
