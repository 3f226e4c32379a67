const ENGLISH = /^en(?:-|$)/i

/** What a page says of itself: its sentences are English, in the collection's own kind of English where it has one. */
export const pageLanguage = (collection: string): string => (ENGLISH.test(collection) ? collection : 'en')

/** The `lang` of titles and texts of a collection; undefined where it is the page's own language. */
export const textLanguage = (collection: string): string | undefined =>
  ENGLISH.test(collection) ? undefined : collection
