/** A part of a story: text in Markdown, or a record or old map that it shows. */
export type StoryBlock =
  | { kind: 'text'; text: string }
  | { kind: 'item'; id: number; caption: string }
  | { kind: 'person'; id: number; caption: string }
  | { kind: 'place'; id: number; year: number | null; caption: string }
  | { kind: 'map'; layer: string; caption: string }

/** A line that should show something and cannot be read; lines count from 1. */
export interface StoryProblem {
  line: number
  text: string
  message: string
}

const MARK = /^::(?!:)/
const LINE = /^::(item|person|place|map) ([^|]*)(?:\|(.*))?$/
const ID = /^[1-9]\d{0,14}$/
const PLACE = /^([1-9]\d{0,14})(?: (\d{4}))?$/
const LAYER = /^[\w-]+$/
const HELP = 'Write ::item 12, ::person 4, ::place 5 1890 or ::map town-1856, with " | " before a caption.'

/** A story's text in its parts, in their order. A line that cannot be read stays text. */
export function storyBlocks(text: string): { blocks: StoryBlock[]; problems: StoryProblem[] } {
  const blocks: StoryBlock[] = []
  const problems: StoryProblem[] = []
  let open: string[] = []
  const close = () => {
    const written = open.join('\n').trim()
    if (written) blocks.push({ kind: 'text', text: written })
    open = []
  }
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const shown = MARK.test(line) ? shownBy(line.trimEnd()) : undefined
    if (shown) {
      close()
      blocks.push(shown)
      continue
    }
    if (MARK.test(line)) problems.push({ line: at + 1, text: line, message: HELP })
    open.push(line)
  }
  close()
  return { blocks, problems }
}

function shownBy(line: string): StoryBlock | undefined {
  const [, kind, named = '', written = ''] = LINE.exec(line) ?? []
  const [what, caption] = [named.trim(), written.trim()]
  if ((kind === 'item' || kind === 'person') && ID.test(what)) return { kind, id: Number(what), caption }
  const place = kind === 'place' ? PLACE.exec(what) : null
  if (place) return { kind: 'place', id: Number(place[1]), year: place[2] ? Number(place[2]) : null, caption }
  return kind === 'map' && LAYER.test(what) ? { kind, layer: what, caption } : undefined
}

/** The kinds of records that lines of a story name. */
export const STORY_LINKS = { item: 'items', person: 'people', place: 'locations' } as const
type Word = keyof typeof STORY_LINKS

/** What the lines of a story name: records by id, old maps by their name in links. */
export const namedInStory = (text: unknown) =>
  storyBlocks(String(text ?? '')).blocks.flatMap((each) =>
    each.kind === 'text' ? [] : [{ word: each.kind, key: each.kind === 'map' ? each.layer : each.id }],
  )

/** A story that names records by other ids. Of a line whose record has none, only the caption stays. */
export const withIds = (text: string, idOf: (kind: (typeof STORY_LINKS)[Word], id: number) => unknown): string =>
  text.replace(
    /^(::(item|person|place) +)([1-9]\d{0,14})(?=[\s|]|$)(.*)/gm,
    (_, head: string, word: Word, id: string, rest: string) => {
      const now = idOf(STORY_LINKS[word], Number(id))
      return now === undefined ? rest.split('|').slice(1).join('|').trim() : head + String(now) + rest
    },
  )
