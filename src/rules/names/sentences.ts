const ENDS = /[.!?…]["'”’)\]]*$/
/** A text as a sentence; "Brooklyn, N.Y." has its full stop. */
export const asSentence = (text: string): string => (ENDS.test(text) ? text : `${text}.`)

/** Joins texts with full stops, without doubling final punctuation. */
export const joinSentences = (...parts: (string | undefined | null)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .reduce((text, part) => text + (text === '' || ENDS.test(text) ? ' ' : '. ') + part, '')
    .trim()

/** A meta description: a text too short to be distinctive (`Title: Prince`) gets the record's name first. Empty if there is no text. */
export const describeRecord = (name: string, text: string): string =>
  text !== '' && text.length < 80 && !text.startsWith(name) ? joinSentences(name, text) : text
