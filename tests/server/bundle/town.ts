import { bundleOf, smallPicture } from './fresh-archive.ts'

const square = (x: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 44],
      [x + 0.001, 44],
      [x + 0.001, 44.001],
      [x, 44.001],
      [x, 44],
    ],
  ],
})

/** Every list of a bundle, a row or two each, in the forms that real bundles have. */
export async function townFiles(): Promise<Record<string, unknown>> {
  return {
    'locations.geojson': {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 1,
          geometry: square(-81),
          properties: {
            ...{ pk: 1, name: 'Mill', address: '1 Main St', altnames: '["Old Mill"]' },
            ...{ date_start: '1835', date_end: '', predecessors: [2], succession: 'moved' },
          },
        },
        {
          type: 'Feature',
          geometry: null,
          properties: { pk: 2, name: 'Dock', address: '', altnames: ['Pier', 'Quay'] },
        },
      ],
    },
    'lots.csv': 'lotNum,location\n12,1\n12A,\n',
    'people.csv':
      'id,first_name,surname,date_of_birth,date_of_death,sex,spouses\n1,Ann,Orr,c. 1850,1901-04-03,female,2\n2,Bo,,1848,,,1\n3,Cy,Orr,March 1880,,other,\n',
    'relationships.json': [
      { person1: 1, person2: 3, relationship_type: 'parent', description: '' },
      { person1: 2, person2: 3, relationship_type: 'parent' },
    ],
    'graves.json': [{ entry: 'Plot 4', person: 1 }],
    'ownership.csv': 'lot,person,date,source\n12,1,before 1880,Registry\n12,2,1890,\n',
    'person_images.json': [{ person: 1, file: 'images/ann.jpg' }],
    'organizations.csv': 'id,name,altname,date_opened,date_closed\n1,Mill Co.,Millers;The Mill,1835,1870-1880\n',
    'organization_locations.json': [{ location: 1, organization: 1, date_start: '1835', date_end: null }],
    'employment.json': [{ person: 1, organization: 1, date_start: 18700000, date_end: 18750000 }],
    'residents.json': [
      {
        person: 1,
        location: 1,
        date_start: '1871',
        role: 'owner',
        written: 'Ann Orr, 21',
        source: 'Census',
        household_order: 1,
      },
      { person: 3, location: 2, date_start: '1881', date_end: '1891', source: 'Directory' },
    ],
    'heritage.json': [
      { location: 1, architectural_style: 'Georgian', heritage_registry_entry: 'https://example.org/1' },
    ],
    'location_descriptions.json': [{ location: 1, description: 'By the river.' }],
    'place_names.csv': 'location,name,date_start,date_end\n1,31 Main St,,1912\n',
    'plaques.json': [{ location: 1, name: 'The Mill', text: 'Here stood…' }],
    'subjects.json': [
      { id: 1, subject_name: 'Work', subject_parent: null },
      { id: 2, subject_name: 'Milling', subject_parent: 1 },
    ],
    'collections.json': [
      { id: 2, collection_name: 'Views', hierarchy: 'series', parent_collection: 1 },
      { id: 1, collection_name: 'Mill fonds', hierarchy: 'fond', parent_collection: null },
    ],
    'items.json': [
      {
        id: 1,
        type: 'photograph',
        title: 'The mill <script>alert(1)</script>',
        general_description: 'Été à la Rivière',
        date_start: '1880s',
        location: 1,
        people: [3, 1],
        subject: [2],
        organizations: [1],
        collection: 2,
        creator: 2,
        contributors: [1],
        archival_identifier: 'M-1',
        copyright_info: 'Public Domain',
        externalRecordURL: 'https://example.org/item/1',
        credit: true,
        visibility: 'published',
      },
      { id: 2, type: 'event', title: 'Fire', date_start: 'before 1900', visibility: 'draft' },
      { id: 3, type: 'object', title: 'Wheel', date_start: 18350000, visibility: 'published' },
    ],
    'scans.csv':
      'item,file,order,watermark,color,position\n1,images/mill.jpg,1,Society,white,top left\n1,images/back.jpg,2,,,\n2,images/mill.jpg,,,black,\n',
    'stories/the-fire.md':
      '---\r\nid: 1\r\ntitle: "Fire!" they cried: 1887\r\nlead: "One night,\\nthree mills"\r\nvisibility: published\r\n---\r\n\r\nAt the *dock*.\r\n\r\n::place 2 1887\r\n',
    'stories/zeppelin.md': '---\ntitle: A zeppelin\n---\n',
    'images/mill.jpg': await smallPicture('#336699', 400, 300),
    'images/back.jpg': await smallPicture('#997744', 50, 80),
    'images/ann.jpg': await smallPicture('#aa8866', 90, 90),
  }
}

export const townBundle = async (changes: Record<string, unknown> = {}) =>
  bundleOf({ ...(await townFiles()), ...changes })
