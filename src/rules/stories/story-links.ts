/** The kinds of records that lines of a story name. */
export const STORY_LINKS = { item: 'items', person: 'people', place: 'locations' } as const
type Word = keyof typeof STORY_LINKS

/** A story that names records by other ids. */
export const withIds = (text: string, idOf: (kind: (typeof STORY_LINKS)[Word], id: number) => unknown): string =>
  text.replace(
    /^(::(item|person|place) +)([1-9]\d{0,14})(?=[\s|]|$)/gm,
    (_, head: string, word: Word, id: string) => head + String(idOf(STORY_LINKS[word], Number(id))),
  )
