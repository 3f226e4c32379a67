/** A number in an address, from 1 on; null for anything else. */
export const positive = (text: string | null): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null

/** One of these words in an address; empty for anything else. */
export const oneOf = <Choice extends string>(choices: readonly Choice[], text: string | null): Choice | '' =>
  choices.find((each) => each === text) ?? ''
