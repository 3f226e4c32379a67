import * as v from 'valibot'
import { story } from '../story.ts'
import { added, type Endpoint } from './declare.ts'

/** Stories: for the build and the desk. Pages of visitors have them from the build, and do not load this table. */
export const storyCalls = {
  stories: added('/api/stories/', v.array(story)),
  story: added('/api/story/:id/', story),
} satisfies Record<string, Endpoint>
