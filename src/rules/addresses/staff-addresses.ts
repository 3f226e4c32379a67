/** Pages of staff below `/review/`: apart from the others, which pages of visitors load. */
export const STAFF_ADDRESS = {
  places: '/review/places/',
  maps: '/review/maps/',
  subjects: '/review/subjects/',
  collections: '/review/collections/',
  removed: '/review/removed/',
  accounts: '/review/accounts/',
  state: '/review/state/',
  settings: '/review/settings/',
} as const
