import type { Generated } from 'kysely'

type Texts<K extends string> = Record<K, Generated<string>>

/** What only staff read. */
type Staff = Texts<'staff_notes' | 'provenance' | 'accession_number' | 'shelf_location' | 'condition' | 'old_url'>
type Written = Texts<'text' | 'text_language' | 'text_source' | 'text_by'>
type Rights = Texts<'rights' | 'rights_holder' | 'credit_line' | 'local_contexts'>
/** `same_as` is a JSON list of addresses. */
type Named = Staff & Texts<'same_as'>

/** The columns of contract/archival.ts. */
interface ArchivalColumns {
  location: Named
  person: Named
  organization: Named
  subject: Named
  collection: Rights & Staff
  item: Rights &
    Staff &
    Texts<'extent' | 'language' | 'publisher' | 'place_text'> & { creator_organization_id: number | null }
  scan: Texts<'alt'> & Written & { turn: Generated<number> }
  item_file: Written & Texts<'chapters'>
  story: Staff
}
type Noted = 'lot' | 'ownership' | 'relationship' | 'grave' | 'person_image' | 'organization_location' | 'employment'
type NotedTable = Noted | 'resident' | 'place_name' | 'heritage' | 'location_description' | 'plaque'
/** Tables with these columns beside their own. */
export type WithArchival<T> = {
  [K in keyof T]: K extends keyof ArchivalColumns
    ? T[K] & ArchivalColumns[K]
    : K extends NotedTable
      ? T[K] & Texts<'staff_notes'>
      : T[K]
}
