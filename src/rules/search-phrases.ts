/** Words in quotation marks are found in this very order: Pagefind 1.6 asks it of a whole text, not of a part of one. */
export const isPhrase = (words: string): boolean => /^\s*".+"\s*$/.test(words)

/**
 * The name under which the search index keeps all places of words, which only phrases need: to Pagefind it is the name of another language. A name that
 * begins with a language keeps Pagefind dividing text as that language does.
 */
export const phrasesOf = (language: string): string => `${language.toLowerCase().split('-')[0]}-phrases`
