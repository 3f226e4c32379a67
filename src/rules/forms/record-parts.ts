import type { RecordKind } from '#contract/record.ts'

/** Records of a kind whose `field` names the one that they belong to. `through`: it names one of these, which belongs to it. */
export interface RecordPart {
  kind: RecordKind
  field: string
  through?: RecordPart
}

const LOTS = { kind: 'lots', field: 'location' } as const

/** What belongs to a record and is edited with it, in the order of its page. */
export const RECORD_PARTS: Partial<Record<RecordKind, readonly RecordPart[]>> = {
  people: [
    { kind: 'person_images', field: 'person' },
    { kind: 'relationships', field: 'person2' },
    { kind: 'relationships', field: 'person1' },
    { kind: 'ownership', field: 'person' },
    { kind: 'residents', field: 'person' },
    { kind: 'employment', field: 'person' },
    { kind: 'graves', field: 'person' },
  ],
  organizations: [
    { kind: 'organization_locations', field: 'organization' },
    { kind: 'employment', field: 'organization' },
  ],
  locations: [
    LOTS,
    { kind: 'ownership', field: 'lot', through: LOTS },
    { kind: 'residents', field: 'location' },
    { kind: 'place_names', field: 'location' },
    { kind: 'location_descriptions', field: 'location' },
    { kind: 'heritage', field: 'location' },
    { kind: 'plaques', field: 'location' },
    { kind: 'organization_locations', field: 'location' },
  ],
}
