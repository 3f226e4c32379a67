import type { Geometry } from '#contract/location.ts'
import { boundingBox, type Box } from '#rules/map/geometry.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { createImplausible } from '#rules/people/implausible.ts'
import { STORY_LINKS, namedInStory, storyBlocks } from '#rules/stories/story-blocks.ts'
import type { Key, Problem, Row } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'

/** Rests of web pages (`&amp;`, `<br>`) and of spreadsheets (`#REF!`, a column that was too narrow). */
const REST =
  /&(?:[a-z]{2,8}|#x?[\da-f]{1,6});|<\/?(?:a|b|br|div|em|font|i|li|p|span|strong|ul)\b[^<>]{0,200}>|^#(?:[A-Z]+[\d/]*[AN]?[?!]?|#+)$/i

/** Looks for what is valid but hardly meant in the rows of a bundle. `missing`: the sentence for a link to what is not there. */
export function createNotices() {
  const implausible = createImplausible()
  return (list: ListName, row: Row, missing: (list: ListName, key: Key) => string | undefined): Problem[] => {
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

export type Position = readonly [longitude: number, latitude: number]

/** Kilometres that no two places of a town are apart. */
const FAR = 100

/** West, south, east, north in degrees. */
export const extentOf = ({ type, coordinates }: Geometry): Box =>
  boundingBox(type === 'Polygon' ? coordinates : coordinates.flat())

const RADIANS = Math.PI / 180
/** Kilometres on the sphere (haversine). */
function distance([x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [Math.sin(((x2 - x1) * RADIANS) / 2), Math.sin(((y2 - y1) * RADIANS) / 2)]
  return 12_742 * Math.asin(Math.hypot(dy, dx * Math.sqrt(Math.cos(y1 * RADIANS) * Math.cos(y2 * RADIANS))))
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** What is odd about each extent: far from `home` or else from most others, or on both sides of the map. */
export function oddExtents(extents: readonly Box[], home?: Position): (string | undefined)[] {
  const middles = extents.map(([west, south, east, north]): Position => [(west + east) / 2, (south + north) / 2])
  const centre = home ?? ([median(middles.map(([x]) => x)), median(middles.map(([, y]) => y))] as const)
  return extents.map(([west, , east], at) => {
    if (east - west > 180) return 'It crosses the 180th meridian: the map shows its parts at both edges of the world.'
    const away = distance(middles[at]!, centre)
    if (away <= FAR) return undefined
    return `It is ${formatNumber(Math.round(away))} km from ${home ? 'where the map opens' : 'most other places'}. Are latitude and longitude swapped, or is a minus sign missing?`
  })
}
