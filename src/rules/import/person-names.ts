import { searchText } from '../search/search-text.ts'

/** A person's name as one cell has it. */
export interface NameReading {
  first_name: string
  middle_name: string
  surname: string
  /** Years. */
  born?: number
  died?: number
}

/** 1871-1940, b. 1871, 1871-, -1940; single spaces. */
const LIVED = /^(?:(?:b\. ?|born )?(\d{4}) ?)?(?:[-–—] ?(?:d\. ?)?(\d{4})?)?$/
const SUFFIX = /^(?:jr|sr|junior|senior|ii|iii|iv|esq|m\.?d|ph\.?d)\.?$/i
const TITLE =
  /^(?:mr|mrs|ms|miss|dr|rev|revd|reverend|capt|captain|col|colonel|lt|maj|major|gen|sgt|hon|sir|dame|lady|lord|prof|professor|judge|sister|brother|father|mme|mlle|m)\.?$/i
const PARTICLE = /^(?:de|da|del|della|di|du|la|le|van|von|der|den|ten|ter|st\.?|o|mac|zu)$/i

const ROLE =
  'photographer|artist|author|creator|editor|publisher|maker|interviewer|interviewee|donor|collector|writer|architect'
/** “ (photographer)”, “, artist”, “?” behind a name: no part of it. Years in brackets are. */
const REMARK = new RegExp(` ?(?:[([][^()[\\]\\d]*[)\\]]|, ?(?:${ROLE})|\\?)\\.?$`, 'i')

/** A name without remarks behind it. Nothing but a remark stays as it is. */
export function withoutRemarks(written: string): string {
  let name = written.replace(/\s+/g, ' ').trim()
  for (let times = 0; times < 3 && name.replace(REMARK, '') !== ''; times += 1) name = name.replace(REMARK, '')
  return name
}

/** Reads “Ross, Ada”, “Ada Ross (1871-1940)” or “Ross, Ada, 1871-1940”. One word is a surname. */
export function readPersonName(written: string): NameReading {
  const [name, lived] = withoutYears(withoutRemarks(written))
  const parts = name.split(',').map((part) => part.trim())
  const suffixes = parts.slice(1).filter((part) => SUFFIX.test(part))
  const [head = '', ...given] = parts.filter((part, at) => part !== '' && !(at > 0 && SUFFIX.test(part)))
  if (given.length > 0) return { ...givenNames(given.join(' ')), surname: [head, ...suffixes].join(' '), ...lived }
  const words = head.split(' ')
  while (words.length > 1 && SUFFIX.test(words.at(-1)!)) suffixes.unshift(words.pop()!)
  let first = words.length - 1
  while (first > 1 && PARTICLE.test(words[first - 1]!)) first -= 1
  const surname = [...words.slice(first), ...suffixes].join(' ')
  return { ...givenNames(words.slice(0, first).join(' ')), surname, ...lived }
}

/** The years are behind the last comma, in brackets, or the last word. */
function withoutYears(written: string): [name: string, lived: Pick<NameReading, 'born' | 'died'>] {
  const signs = [written.lastIndexOf(','), written.lastIndexOf('('), written.lastIndexOf(' ')]
  for (const at of signs.filter((each) => each > 0)) {
    const tail = written
      .slice(at + 1)
      .replace(/\)$/, '')
      .trim()
    const [, born, died] = LIVED.exec(tail) ?? []
    if (/^b|[-–—]/.test(tail) && (born || died))
      return [written.slice(0, at).trim(), { ...(born && { born: Number(born) }), ...(died && { died: Number(died) }) }]
  }
  return [written, {}]
}

/** The first name, with a title before it, and the others. */
export function givenNames(given: string): Pick<NameReading, 'first_name' | 'middle_name'> {
  const words = given.split(' ').filter(Boolean)
  const length = words.length > 1 && TITLE.test(words[0]!) ? 2 : 1
  return { first_name: words.slice(0, length).join(' '), middle_name: words.slice(length).join(' ') }
}

/** What a person may be called, folded: with and without what stands between first name and surname. */
export const personForms = ({ first_name, middle_name, surname }: Omit<NameReading, 'born' | 'died'>): string[] => [
  ...new Set([searchText(first_name, middle_name, surname), searchText(first_name, surname)]),
]

const NOBODY =
  /^(?:not known|not recorded|not identified|none|n\.?\/?a\.?|various|\?+|-+|(?:the )?(?:unknown|unidentified|anonymous|anon\.?|unnamed)(?: (?:photographer|artist|author|creator|maker|studio|donor|source|person|man|woman|men|women|boy|girl|child|children|people|persons|family|group|individual|individuals|location|#?\d+))?|(?:photographer|artist|author|creator|maker)s? (?:is )?(?:unknown|unidentified))$/i
/** True for “Unknown photographer”, “Unidentified man” and their like. */
export const isNobody = (written: string): boolean => NOBODY.test(withoutRemarks(written).replace(/^[([]|[)\]]$/g, ''))

const COMPANY =
  /^the\s|(?:^|[\s,.])(?:studios?|photos?|shop|store|hotel|archives?|athletics|broadcasting|center|centre|foundation|historical|institute|productions?|review|tribune|team|union|compan(?:y|ies)|co|corp|corporation|inc|ltd|limited|press|society|congregation|temple|synagogue|grocery|foods|ministry|assembly|bros|brothers|sons?|photographers?|photographic|galler(?:y|ies)|news|times|herald|gazette|journal|department|dept|committee|association|club|church|school|university|college|library|museum|bank|railway|works|mills?|service|bureau|office|council|board|agency|publish(?:ers|ing)|printers?)\.?(?=$|[\s,;])/i
/** True for “Smith Studio”: a creator is a person or an organization. */
export const isCompany = (written: string): boolean => COMPANY.test(written) || /\s&\s/.test(written)
