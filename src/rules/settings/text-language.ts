import { society } from '#society'
import { textLanguage } from './languages.ts'

/** The `lang` of titles and texts in pages. In pages and their scripts a constant (astro.config.mjs): no list needs society.ts for it. */
export const TEXT_LANGUAGE = textLanguage(society.language)
