/** Sentences after each other: a part that ends in a stop of its own gets no second one. */
export const joinSentences = (...parts: (string | undefined | null)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .reduce((text, part) => text + (text === '' || /[.!?…]["'”’)\]]*$/.test(text) ? ' ' : '. ') + part, '')
    .trim()

/** What a page is about, for search engines: a text too short to tell records apart (`Title: Prince`) is led by the name. Empty for no text. */
export const described = (name: string, text: string): string =>
  text !== '' && text.length < 80 && !text.startsWith(name) ? joinSentences(name, text) : text

/** 1 item, 12 items. */
export const countOfItems = (count: number): string => (count === 1 ? '1 item' : `${count} items`)
