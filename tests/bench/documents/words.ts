const SYLLABLES = 'ba con der el fin gar hol in jo ket lor mer nas ot per ril sen tur vel wic'.split(' ')

/** Words of a language that nobody speaks, as often as those of others: few are most of a text. Always the same. */
export function createWords(vocabulary: number) {
  let seed = 7
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const word = (n: number): string =>
    n < SYLLABLES.length ? SYLLABLES[n]! : word(Math.floor(n / SYLLABLES.length) - 1) + SYLLABLES[n % SYLLABLES.length]!
  const anyWord = () => word(Math.floor(vocabulary ** random()))
  return { word, anyWord, text: (words: number) => Array.from({ length: words }, anyWord).join(' ') }
}
