import type { TestRecords } from './fixtures.ts'

const square = (x: number, y: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + 0.001, y],
        [x + 0.001, y + 0.001],
        [x, y + 0.001],
        [x, y],
      ],
    ],
  })

/** A small town with one of everything. Ids above 900 are drafts. */
export const SMALL_TOWN: TestRecords = {
  location: [
    {
      id: 1,
      name: '12 Mill Street',
      address: '12 Mill Street',
      altnames: '["The Old Mill","Moulin d’Été"]',
      geometry: square(-81.7, 43.5),
    },
    { id: 2, name: 'Harbour', address: '', geometry: square(-81.71, 43.5) },
    { id: 12, name: 'Station', address: '4 Rail Road', geometry: null },
  ],
  lot: [
    { lot_num: '12-A', location_id: 1 },
    { lot_num: '7', location_id: 2 },
    { lot_num: '8', location_id: null },
  ],
  person: [
    {
      id: 1,
      first_name: 'Agnes',
      surname: 'Łukasiewicz',
      date_of_birth: 18500000,
      date_of_death: 19101203,
      sex: 'female',
    },
    { id: 2, first_name: 'José', middle_name: 'María', surname: 'Peña', sex: 'male', biography: 'Kept the <mill>.' },
    { id: 3, first_name: 'Ruth', surname: 'Peña', date_of_birth: 18800510, date_of_birth_text: '10 May 1880' },
    { id: 901, first_name: 'Draftonly', surname: 'Nobody' },
  ],
  person_spouse: [{ person_id: 1, spouse_id: 2, position: 0 }],
  relationship: [
    { id: 1, person1_id: 1, person2_id: 3, relationship_type: 'parent' },
    { id: 2, person1_id: 2, person2_id: 3, relationship_type: 'parent', description: 'adopted' },
  ],
  grave: [{ id: 1, person_id: 1, entry: 'Row 3, stone 4' }],
  ownership: [
    { id: 1, lot_num: '12-A', person_id: 1, date: 18700000, source: 'Deed' },
    { id: 2, lot_num: '7', person_id: 2, date: null, date_text: 'before the war' },
  ],
  organization: [
    { id: 1, name: 'Historical Society', altname: '["The Society"]', date_opened: 19800000 },
    { id: 2, name: 'Mill Company', date_opened: 18560000, date_closed: 19020000 },
  ],
  organization_location: [{ id: 1, organization_id: 2, location_id: 1, date_start: 18560000, date_end: 19020000 }],
  employment: [{ id: 1, person_id: 2, organization_id: 2, date_start: 18700000 }],
  resident: [
    {
      id: 1,
      person_id: 1,
      location_id: 1,
      date_start: 18710000,
      role: 'owner',
      written: 'Agnes L., 21',
      source: 'Census',
    },
  ],
  place_name: [{ id: 1, location_id: 1, name: '31 Water Lane', date_end: 19120000 }],
  heritage: [{ id: 1, location_id: 1, architectural_style: 'Georgian' }],
  location_description: [{ id: 1, location_id: 1, description: 'A mill of stone.' }],
  plaque: [{ id: 1, location_id: 1, name: 'The mill', text: 'Here stood the mill.' }],
  subject: [
    { id: 1, subject_name: 'Mills' },
    { id: 2, subject_name: 'Trains', subject_parent: null },
    { id: 3, subject_name: 'Steam trains', subject_parent: 2 },
  ],
  collection: [
    { id: 1, collection_name: 'Town papers', hierarchy: 'fond' },
    { id: 2, collection_name: 'Photographs', hierarchy: 'series', parent_collection: 1 },
    { id: 3, collection_name: 'Trains', hierarchy: 'file', parent_collection: 2 },
  ],
  story: [{ id: 1, title: 'The mill', lead: 'How it came to be.', text: 'It ground.\n\n::item 1' }],
  original: [
    { sha256: 'a'.repeat(64), format: 'jpeg', bytes: 10, width: 600, height: 400 },
    { sha256: '5'.repeat(64), format: 'mp3', bytes: 20, width: 1, height: 1, details: '{"duration":61}' },
  ],
  person_image: [{ id: 1, person_id: 1, sha256: 'a'.repeat(64), version: 'portrait1' }],
  items: [
    {
      id: 1,
      title: 'The mill in winter',
      general_description: 'Snow & <b>ice</b>',
      date_start: 18900000,
      location_id: 1,
      collection_id: 2,
      people: [2, 1],
      subjects: [1],
      organizations: [2],
      creator_id: 3,
      contributors: [1],
      archival_identifier: 'P-001',
      published_at: '2026-01-02T00:00:00Z',
    },
    {
      id: 2,
      title: 'Train at the station',
      general_description: 'Été 1901',
      type: 'postcard',
      date_start: 19010300,
      date_end: 19040000,
      location_id: 12,
      collection_id: 3,
      people: [3],
      subjects: [2, 3],
    },
    {
      id: 3,
      title: 'A talk',
      general_description: 'Undated talk',
      type: 'video',
      external_record_url: 'https://video.example/1',
    },
    {
      id: 901,
      title: 'Secret draft mill',
      visibility: 'draft',
      date_start: 18900000,
      location_id: 1,
      collection_id: 2,
      people: [1, 901],
      subjects: [1],
      organizations: [2],
      archival_identifier: 'SECRET-901',
    },
  ],
  scan: [
    { id: 1, item_id: 1, sha256: 'a'.repeat(64), scan_order: 2, version: 'v2' },
    { id: 2, item_id: 1, sha256: 'a'.repeat(64), scan_order: 1, version: 'v1' },
    { id: 901, item_id: 901, sha256: 'a'.repeat(64), scan_order: 1, version: 'secret', text: 'Secret page' },
  ],
  item_file: [
    { id: 1, item_id: 1, sha256: '5'.repeat(64), file_order: 1, label: 'Side A' },
    { id: 901, item_id: 901, sha256: '5'.repeat(64), file_order: 1, text: 'Secret words' },
  ],
}
