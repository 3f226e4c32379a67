import type { FoundIn } from '#contract/item.ts'
import { isVtt, parseVtt } from '../texts/webvtt.ts'
import type { SearchTerm } from './search-terms.ts'
import { searchText } from './search-text.ts'

/** Words before and after a match that are shown. */
const BEFORE = 8
const AFTER = 14

/** What is said in a recording, by the second at which it begins; a text without times as a whole. */
export const passagesOf = (text: string): { time: number | null; text: string }[] =>
  isVtt(text)
    ? parseVtt(text).cues.map((cue) => ({ time: Math.floor(cue.start), text: cue.text }))
    : [{ time: null, text }]

export type Passage = ReturnType<typeof passagesOf>[number]

/** The words of a text, folded: of WebVTT those that are said. */
export const wordsOfText = (text: string): string =>
  searchText(
    passagesOf(text)
      .map((each) => each.text)
      .join(' '),
  )

/** Whether a folded word of a text is one that a search asks for; of a phrase, one of its words. */
export const isMatch = (word: string, terms: readonly SearchTerm[]): boolean =>
  terms.some(({ forms, prefix }) =>
    forms.some((form) =>
      prefix ? ` ${word}`.includes(` ${form}`) : form.split(' ').some((each) => word.split(' ').includes(each)),
    ),
  )

/** Most words are plain; to fold those takes a fraction of the time. */
const PLAIN = /^[A-Za-z0-9]+[,.;:!?]?$/
const foldWord = (word: string) => (PLAIN.test(word) ? word.replace(/[,.;:!?]$/, '').toLowerCase() : searchText(word))

type Match = Pick<FoundIn, 'time' | 'before' | 'match' | 'after'>

/** The first place in a text of what a search asks for, and the words around it. The longest word says most. */
export function findInText(passages: readonly Passage[], terms: readonly SearchTerm[]): Match | undefined {
  const words = passages.flatMap(({ time, text: passage }) =>
    passage.split(/\s+/).flatMap((word) => (word === '' ? [] : { time, word })),
  )
  const known = new Map<string, string>()
  const foldedWord = (at: number) => {
    const word = words[at]?.word ?? ''
    const found = known.get(word) ?? foldWord(word)
    known.set(word, found)
    return found
  }
  const longest = ({ forms }: SearchTerm) => forms[0]!.length
  for (const { forms, prefix } of [...terms].sort((a, b) => longest(b) - longest(a))) {
    for (const form of forms) {
      const count = form.split(' ').length
      const isHere = (at: number) => {
        let here = ` ${foldedWord(at)}`
        for (let next = at + 1; next < at + count; next++) here += ` ${foldedWord(next)}`
        if (!prefix) here += ' '
        return here.includes(prefix ? ` ${form}` : ` ${form} `)
      }
      const at = words.findIndex((_, place) => isHere(place))
      if (at === -1) continue
      const part = (from: number, to: number) =>
        words
          .slice(Math.max(0, from), to)
          .map(({ word }) => word)
          .join(' ')
      return {
        time: words[at]!.time,
        before: `${at > BEFORE ? '… ' : ''}${part(at - BEFORE, at)}${at > 0 ? ' ' : ''}`,
        match: part(at, at + count),
        after: `${at + count < words.length ? ' ' : ''}${part(at + count, at + count + AFTER)}${at + count + AFTER < words.length ? ' …' : ''}`,
      }
    }
  }
  return undefined
}
