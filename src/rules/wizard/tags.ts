import { lifeSpan, yearSpan } from '../dates/display-dates.ts'
import { organizationName, personName } from '../names/record-names.ts'
import type { Tag } from './draft-fields.ts'

/** Records as tags of a draft. Whoever is logged in sees drafts only of their own: they are the pending ones. */
interface Row {
  id: number
  visibility?: 'draft' | 'published' | undefined
}

export const plainTag = (id: number, name: string, detail = '', visibility?: Row['visibility']): Tag => ({
  id,
  name,
  detail,
  pending: visibility === 'draft',
})

/** An address that begins with the name goes on where the name ends. */
export const locationTag = (id: number, name: string, address: string): Tag =>
  plainTag(id, name, address === name ? '' : address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address)

type Person = Row & Parameters<typeof personName>[0] & { date_of_birth: number | null; date_of_death: number | null }
export const personTag = (person: Person): Tag =>
  plainTag(person.id, personName(person), lifeSpan(person), person.visibility)

type Organization = Row & { name: string; date_opened?: number | null; date_closed?: number | null }
export const organizationTag = (row: Organization): Tag =>
  plainTag(row.id, organizationName(row), yearSpan(row.date_opened ?? null, row.date_closed ?? null), row.visibility)
