import * as v from 'valibot'
import { field } from './field.ts'
import { body, formObject, id, optionalVisibility, requiredName, text, updatedAt } from './fields.ts'
import { TEXT } from './limits.ts'

const entries = {
  title: field(requiredName(), 'Title'),
  lead: field(body, 'Lead', {
    hint: 'A sentence or two that say what the story tells. The list of stories shows them.',
  }),
  text: field(v.nullish(text(TEXT.story), ''), 'Story', {
    ...{ control: 'text', rows: 16 },
    hint: 'Markdown. A line of its own shows something: ::item 12, ::place 5 1890, ::map town-1856 or ::person 4. A caption may follow after “ | ”.',
  }),
}
/** What is told across items, places, people and old maps (our addition). */
export const story = v.object({
  id,
  ...entries,
  visibility: optionalVisibility,
  published_at: updatedAt,
  updated_at: updatedAt,
})
export type Story = v.InferOutput<typeof story>

export const storyCreate = formObject(entries)
