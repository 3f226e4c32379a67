import * as v from 'valibot'
import { idsQuery } from '../query.ts'
import { story } from '../story.ts'
import { recordText } from '../text.ts'
import { added, type Endpoint } from './declare.ts'

/** Stories, and texts of items: for the build and the desk. Pages of visitors have them from the build, and do not load this table. */
export const storyCalls = {
  stories: added('/api/stories/', v.array(story)),
  story: added('/api/story/:id/', story),
  /** The texts of scans and recordings: of these items, or of all. */
  texts: added('/api/texts/', v.array(recordText), { query: v.object({ items: idsQuery }) }),
} satisfies Record<string, Endpoint>
