/** Pages of staff below `/review/`: apart from the others, which pages of visitors load. */
export const STAFF_ADDRESS = {
  places: '/review/places/',
  maps: '/review/maps/',
  subjects: '/review/subjects/',
  collections: '/review/collections/',
  stories: '/review/stories/',
  imports: '/review/import/',
  undo: '/review/undo/',
  accounts: '/review/accounts/',
  state: '/review/state/',
  settings: '/review/settings/',
} as const
