/** Quotation marks as keyboards type them, and as phones and texts do. */
const MARKS = '"“”„«»'
const QUOTED = new RegExp(`[${MARKS}]([^${MARKS}]+)[${MARKS}]`, 'gu')
const WHOLE = new RegExp(`^\\s*[${MARKS}][^${MARKS}]+[${MARKS}]\\s*$`, 'u')

/** The whole search is in quotation marks: its words are searched for in this order. */
export const isPhrase = (typed: string): boolean => WHOLE.test(typed)

/** What is in quotation marks, and the text around it. A mark that is not closed yet is ignored. */
export const splitPhrases = (typed: string): { phrases: string[]; rest: string } => ({
  phrases: [...typed.matchAll(QUOTED)].map(([, text]) => text!),
  rest: typed.replace(QUOTED, ' '),
})
