/** Shorter words keep their ending: `cars` would match carpenters, and `Ross` is a name. */
const MIN_LENGTH = 5

/** English plural and possessive endings (without the apostrophe) and their replacements. The first match applies. */
const FORMS: [ending: RegExp, others: readonly string[]][] = [
  [/(?<=[^aeiou\d])ies$/u, ['y', 'ie']],
  [/(?<=ss|sh|ch|x|zz|tz|[dgrt]o)es$/u, ['']],
  // Not `glass`, `census`, `basis`; but `1860s`.
  [/(?<=[^siu])s$/u, ['']],
]
/** family, families. */
const SINGULAR_Y = /(?<=[^aeiou\d])y$/u

/**
 * The word and, if it has an English plural or possessive ending, its other form (`churches`: churches, church; `family`: family, families). The word
 * itself is always included, so a wrong guess only adds matches.
 * @param word folded, as returned by `searchWords`.
 */
export function wordForms(word: string): string[] {
  if (SINGULAR_Y.test(word)) return [word, word.replace(SINGULAR_Y, 'ies')]
  const form = word.length < MIN_LENGTH ? undefined : FORMS.find(([ending]) => ending.test(word))
  return form ? [word, ...form[1].map((other) => word.replace(form[0], other))] : [word]
}
