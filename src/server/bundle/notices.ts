import { createImplausible } from '#rules/people/implausible.ts'
import { STORY_LINKS, namedInStory, storyBlocks } from '#rules/stories/story-blocks.ts'
import type { Check, Key, Problem, Row } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'

/** Rests of web pages (`&amp;`, `<br>`) and of spreadsheets (`#REF!`, a column that was too narrow). */
const REST =
  /&(?:[a-z]{2,8}|#x?[\da-f]{1,6});|<\/?(?:a|b|br|div|em|font|i|li|p|span|strong|ul)\b[^<>]{0,200}>|^#(?:[A-Z]+[\d/]*[AN]?[?!]?|#+)$/i

/** Looks for what is valid but hardly meant in the rows of a bundle. Counts those who live. `missing`: the sentence for a link to what is not there. */
export function createNotices(living: Check['living']) {
  const implausible = createImplausible()
  return (list: ListName, row: Row, missing: (list: ListName, key: Key) => string | undefined): Problem[] => {
    living.add(list, row)
    const problems: Problem[] = []
    for (const [field, { kind }] of Object.entries(LISTS[list].columns)) {
      const rest = kind === 'text' ? REST.exec(String(row[field]))?.[0] : undefined
      if (rest) problems.push({ field, reason: `This text has “${rest}”, and pages will show exactly that.` })
    }
    const story = list === 'stories' ? String(row['text']) : ''
    for (const { word, key } of namedInStory(story)) {
      const reason = word !== 'map' && missing(STORY_LINKS[word], key)
      if (reason) problems.push({ field: 'text', reason })
    }
    const { problems: unread } = storyBlocks(story)
    for (const { line, text, message } of unread)
      problems.push({ field: 'text', reason: `Line ${line} of the text, “${text.slice(0, 80)}”: ${message}` })
    const reason = implausible(list, row)
    return reason ? [...problems, { field: '', reason }] : problems
  }
}
