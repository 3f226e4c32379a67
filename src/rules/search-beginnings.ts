/** Shorter words keep their ending: `cars` would find carpenters, `Ross` is a name. */
const LONG = 5

/** English endings of many and of possession, without their apostrophe, and what stands in their place in the other form. The first that fits counts. */
const FORMS: [ending: RegExp, others: readonly string[]][] = [
  [/(?<=[^aeiou\d])ies$/u, ['y', 'ie']],
  [/(?<=ss|sh|ch|x|zz|tz|[dgrt]o)es$/u, ['']],
  // Not `glass`, `census`, `basis`; but `1860s`.
  [/(?<=[^siu])s$/u, ['']],
]
/** A word of one that its many do not begin with: family, families. */
const ONE = /(?<=[^aeiou\d])y$/u

/**
 * What a word of a search may begin, in the words of a text: itself first, then its other form where it has an English ending of many or of possession
 * (`churches`: churches, church; `family`: family, families). Never less than the word itself, so that an ending taken for another only widens.
 * @param word folded, as `searchWords` gives it.
 */
export function searchBeginnings(word: string): string[] {
  if (ONE.test(word)) return [word, word.replace(ONE, 'ies')]
  const form = word.length < LONG ? undefined : FORMS.find(([ending]) => ending.test(word))
  return form ? [word, ...form[1].map((other) => word.replace(form[0], other))] : [word]
}

/** The beginning that finds most, for an index that is asked for one: `churches`, as whatever begins with `church`. */
export const widestBeginning = (word: string): string =>
  searchBeginnings(word).reduce((widest, beginning) => (widest.startsWith(beginning) ? beginning : widest))
