import * as v from 'valibot'
import { idsQuery } from '../query.ts'
import { story } from '../story.ts'
import { recordText } from '../text.ts'
import { added, type Endpoint } from './declare.ts'

/** Items whose texts are sent at once: a page of a newspaper has 5 kB. */
const MOST_ITEMS = 100
const itemsOfTexts = v.pipe(
  idsQuery,
  v.check((ids) => (ids?.length ?? 0) <= MOST_ITEMS, `Enter at most ${MOST_ITEMS} items.`),
)

/** Stories, and texts of items: for the build and the desk. Pages of visitors have them from the build, and do not load this table. */
export const storyCalls = {
  stories: added('/api/stories/', v.array(story)),
  story: added('/api/story/:id/', story),
  /** The texts of scans and recordings of these items; none without any, since all of an archive are no answer. */
  texts: added('/api/texts/', v.array(recordText), { query: v.object({ items: itemsOfTexts }) }),
} satisfies Record<string, Endpoint>
