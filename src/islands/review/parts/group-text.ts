interface GroupText {
  title: string
  add: string
  none: string
}
const OWNERSHIP = { title: 'Land ownership', add: 'Add Ownership', none: 'No land is recorded.' }
const PREMISES = { title: 'Premises', none: 'No premises are recorded.' }

/** The groups of rules/forms/record-parts.ts, by kind and field. */
export const GROUP_TEXT: Readonly<Record<string, GroupText>> = {
  'person_images person': { title: 'Portrait', add: 'Add a Portrait', none: 'There is no portrait.' },
  'relationships person2': { title: 'Parents', add: 'Add a Parent', none: 'No parents are recorded.' },
  'relationships person1': { title: 'Children', add: 'Add a Child', none: 'No children are recorded.' },
  'ownership person': OWNERSHIP,
  'ownership lot': { ...OWNERSHIP, none: 'No owners of its lots are recorded.' },
  'employment person': { title: 'Employment', add: 'Add Employment', none: 'No employment is recorded.' },
  'employment organization': { title: 'People who worked here', add: 'Add a Person', none: 'Nobody is recorded.' },
  'graves person': { title: 'Graves', add: 'Add a Grave', none: 'No grave is recorded.' },
  'organization_locations organization': { ...PREMISES, add: 'Add Premises' },
  'organization_locations location': {
    title: 'Organizations here',
    add: 'Add an Organization',
    none: 'No organizations are recorded.',
  },
  'lots location': { title: 'Lots', add: 'Add a Lot', none: 'No lots lie in this place.' },
  'location_descriptions location': {
    title: 'Description',
    add: 'Add a Description',
    none: 'There is no description.',
  },
  'heritage location': { title: 'Heritage', add: 'Add Heritage', none: 'No heritage information is recorded.' },
  'plaques location': { title: 'Plaques', add: 'Add a Plaque', none: 'No plaques are recorded.' },
}
