import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ARCHIVAL } from '#contract/archival.ts'
import type { RecordFields } from '#contract/record.ts'
import type { SourceRow } from '../tables/source-row.ts'
import { resolveBundlePath } from './bundle-path.ts'

/** The folder of stories: a Markdown file each. */
export const STORIES_FOLDER = 'stories'
/** The lines before the text (front matter). */
const HEAD = ['id', 'title', 'lead', 'visibility', 'state', 'hidden_until', ...Object.keys(ARCHIVAL.stories!)]

/** A story as a file that is imported as the same story. */
export function storyFile({ text, ...fields }: RecordFields): string {
  const unsaid = (name: string) => (name === 'state' ? 'waiting' : name in ARCHIVAL.stories! ? '' : undefined)
  const isSaid = (name: string) => fields[name] !== undefined && fields[name] !== unsaid(name)
  const lines = HEAD.filter(isSaid).map((name) => {
    const value = String(fields[name])
    return `${name}: ${/^"|[\r\n]/.test(value) ? JSON.stringify(value) : value}`.trimEnd()
  })
  return `---\n${lines.join('\n')}\n---\n\n${String(text)}\n`
}

/** What a template shows. */
export const EXAMPLE_STORY = storyFile({
  title: 'An example',
  lead: 'A sentence or two that say what the story tells.',
  visibility: 'draft',
  text: `Write your own story over this one, or delete the file. A line that begins with two colons shows something:
\`::item 12\`, \`::place 5 1890\`, \`::person 4\` or \`::map town-1856\`, perhaps with a caption: \`::item 12 | The pump house\`.`,
})

/** Reads a story from its file. Of a line before the text that can't be read, the row says which and why. */
function readStory(content: string, place: { index: number; file: string }): SourceRow {
  const broken = (line: number, reason: string): SourceRow => ({ ...place, line, cells: {}, broken: reason })
  const [before = '', head] = /^\uFEFF?---[ \t]*\r?\n([^]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(content) ?? []
  if (head === undefined) return broken(1, 'A story begins with a line ---, its title and lead, and another line ---.')
  const cells: Record<string, unknown> = { text: content.slice(before.length) }
  for (const [at, line] of head.split('\n').entries()) {
    const [name = '', ...value] = line.split(':')
    if (line.trim() === '') continue
    if (!HEAD.includes(name.trim()) || value.length === 0)
      return broken(at + 2, `Write one of ${HEAD.join(', ')} with a colon, such as “title: The Great Fire”.`)
    if (name.trim() in cells) return broken(at + 2, `“${name.trim()}” is there twice. Keep one of them.`)
    cells[name.trim()] = unquoted(value.join(':').trim())
  }
  return { ...place, line: 1, cells }
}

function unquoted(value: string): string {
  try {
    return value.startsWith('"') ? String(JSON.parse(value)).toWellFormed() : value
  } catch {
    return value
  }
}

/** The stories of a bundle, sorted. */
export async function findStories(folder: string, name: string): Promise<string[]> {
  const names = await readdir(join(folder, name)).catch(() => [])
  return names
    .filter((each) => /^[^.].*\.md$/i.test(each))
    .sort()
    .map((each) => `${name}/${each}`)
}

export async function* readStories(folder: string, files: readonly string[]): AsyncGenerator<SourceRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (const [index, file] of files.entries()) {
    const row: SourceRow = { index, line: 1, cells: {}, file }
    const place = await resolveBundlePath(folder, file)
    try {
      if ('reason' in place) yield { ...row, broken: place.reason }
      else yield readStory(decoder.decode(await readFile(place.path)), { index, file })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      yield { ...row, broken: 'The file is not UTF-8. Save it as UTF-8.' }
    }
  }
}
