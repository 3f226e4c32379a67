/** Searches of the demo town: what visitors type, and what is odd. Query strings of `/api/items/`. */
export const ITEM_SEARCHES: readonly string[] = [
  // One word
  ...[
    'mill',
    'harbour',
    'street',
    'church',
    'portrait',
    'photograph',
    'postcard',
    'letter',
    'fishery',
    'schooner',
    'wedding',
  ],
  ...['school', 'brannock', 'thériault', 'theriault', 'giiwedin', '1896', '1938', 'video', 'zettel', 'a', 'q'],
  // Half typed, and other forms
  ...['harb', 'sch', 'th', 'photo', 'letters', 'churches', 'families', 'family', 'mills', '189', '1890s'],
  // Two, three and more words
  ...[
    'mill fire',
    'main street',
    'brannock bay',
    'public school',
    'knox church',
    'wedding portrait',
    'lake street house',
  ],
  ...[
    'fire at the planing mill',
    'view card posted',
    'letter from françois',
    'huron foundry iron',
    'ashdown studio cabinet',
  ],
  ...[
    'calder boat works',
    'the beach',
    'of the',
    'and family with',
    'cabinet portrait sunday clothes',
    'j calder',
    'calder j',
  ],
  // Names of people, organizations, places, subjects
  ...[
    'wenonah',
    'hugh macquarrie',
    'amsel woollen',
    'sainte anne',
    'commercial hotel',
    '6 harbour',
    'old tannery',
    'lighthouses',
  ],
  // Phrases
  ...[
    '"main street"',
    '"street main"',
    '"cabinet portrait"',
    '“fish house”',
    '"planing mill" fire',
    '"of the" "in the"',
    '"the mount is that of"',
  ],
  // Identifiers, and what is odd
  ...[
    'BBHS 1969.8.39-353',
    'bbhs 1995',
    'O’Meara',
    "o'meara",
    'SAINTE-ANNE',
    '  mill   mill ',
    'st. brendan’s',
    'NOT mill',
    'mill*',
  ],
  ...['mill -fire', 'mill OR fire', '%', '_', "'; drop table item; --", 'xyzzy', 'harbuor', 'brannok bay', 'photgraph'],
].map((search) => new URLSearchParams({ search }).toString())

/** Searches within filters, in another order, or on a later page. */
export const FILTERED_SEARCHES: readonly string[] = [
  'search=mill&type=photograph',
  'search=portrait&type=photograph&date=1880000019059999',
  'search=mill&date=1890000018999999',
  'search=street&location=6,7',
  'search=letter&collection=23',
  'search=fire&collections=31,45',
  'search=school&subjects_or=1,2,29',
  'search=calder&people_or=16,18',
  'search=calder&people_and=16,17',
  'search=mill&organizations=3,4',
  'search=harbour&sort=date',
  'search=harbour&sort=title',
  'search=church&sort=added',
  'search=brannock+bay&page=3',
  'search=the&page=20',
  'search=of+the&page=5&page_size=7',
]

/** People, organizations, subjects and zones. */
export const NAME_SEARCHES = {
  people: ['calder', 'hugh', 'hugh macquarrie', 'thériault', 'THERIAULT', 'o’meara', 'eth', '%', 'xyzzy'],
  organizations: ['mill', 'church', 'st. anne', 'théri', 'co-op', 'söhne', '&'],
  subjects: ['boat', 'fish', 'mill', 'and', 'ROADS'],
  locations: ['harbour', '6', '12 main', 'mill road', 'tannery', '_'],
} as const
