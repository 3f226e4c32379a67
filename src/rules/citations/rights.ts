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

/** What statements mean, by how their URIs go on behind the host; the first that fits. */
const MEANINGS: readonly (readonly [start: RegExp, words: string])[] = [
  [/InC-EDU/, 'It is protected by copyright. Teaching needs no permission; other uses may need the owner’s.'],
  [/InC-NC/, 'It is protected by copyright. Use without profit needs no permission; other uses may need the owner’s.'],
  [/InC-(?:OW|RUU)/, 'It is protected by copyright, but its owner is not known or cannot be found.'],
  [/InC/, 'It is protected by copyright. Before you use it, please ask the owner for permission.'],
  [/NoC-NC/, 'It may be used without permission, but not for profit.'],
  [/NoC-US/, 'Free of copyright in the United States. Elsewhere, please check before you use it.'],
  [/NoC/, 'Free of copyright, but its use is restricted by other terms. Please ask the archive.'],
  [/NKC/, 'As far as we know it is free of copyright. Please name the archive.'],
  [/CNE|UND/, 'It may be protected by copyright. Before you use it, please check, and ask the owner for permission.'],
  [/\/mark\//, 'Free of known copyright: use it as you like. Please name the archive.'],
  [/\/zero\//, 'Its owner has given up all rights: use it as you like. Please name the archive.'],
  [/licenses/, 'You may use it as this licence says. Please name the source.'],
]
const UNSAID = {
  text: 'Rights not recorded',
  words: 'We do not know whether it is protected by copyright. Please ask the archive before you use it.',
}

const listed = (uri: string | undefined) => (uri && Object.hasOwn(RIGHTS, uri) ? uri : '')

type Says = Pick<Item, 'copyright_info' | 'collection' | 'rights' | 'rights_holder' | 'credit_line'>

/** The rights in an item: as it says itself, else as the wizard's choice means (a setting), else as its collection says. Whatever names rights asks this. */
export function rightsOf({ copyright_info, collection, rights, rights_holder = '', credit_line = '' }: Says): Rights {
  const own = listed(rights) || (copyright_info && listed(society.copyright[copyright_info]))
  const uri = own || (copyright_info ? '' : listed(collection?.rights))
  const holder = rights_holder || (own || copyright_info ? '' : (collection?.rights_holder ?? ''))
  const credit = credit_line || (collection?.credit_line ?? '')
  if (uri === '') return { uri, ...UNSAID, href: '', holder, credit }
  const words = MEANINGS.find(([start]) => start.test(uri))?.[1] ?? ''
  return { uri, text: RIGHTS[uri]!, words, href: pageOf(uri), holder, credit }
}

/** Creative Commons gives licences, CC0 and its mark; RightsStatements.org only says how things are. */
export const isLicence = (uri: string): boolean => uri.startsWith('https://creativecommons.org/')

/** The URI of RightsStatements.org is that of data; people read the page beside it. */
const pageOf = (uri: string) =>
  uri.replace(/^http:\/\/rightsstatements\.org\/vocab\//, 'https://rightsstatements.org/page/')
