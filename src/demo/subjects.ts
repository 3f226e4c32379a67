/** Subject headings: key, name, description, parent's key. Order gives the ids. */
export interface Subject {
  id: number
  key: string
  name: string
  description: string
  parent: string | undefined
}

const TREE: Record<string, [name: string, description: string, children?: Record<string, [name: string, description: string]>]> = {
  harbour: [
    'Harbour and lake',
    'Everything afloat, and what it tied up to.',
    {
      schooners: ['Schooners', 'Sailing cargo vessels of the upper lakes, to about 1900.'],
      steamers: ['Steamers', 'Passenger and package freight steamers.'],
      tugs: ['Fish tugs', 'Steam and diesel fishing tugs.'],
      lighthouse: ['Lighthouses', 'The harbour light and its keepers.'],
      piers: ['Piers and wharves', 'Cribs, docks and dredging.'],
      shipwrecks: ['Shipwrecks', 'Losses on the bay and the Gull Islands.'],
      boatbuilding: ['Boat building', 'The slip and the boat works.'],
      ice: ['Ice', 'Ice cutting, ice roads, ice damage.'],
    },
  ],
  fishing: ['Fishing', 'Commercial fishing, 1839 to 1969, and angling since.', { nets: ['Nets and gear', 'Gill nets, pound nets, floats, reels.'], lamprey: ['Fishery decline', 'Sea lamprey, quotas and the last boats.'] }],
  industry: [
    'Industry',
    'Manufacture and milling.',
    {
      milling: ['Flour milling', 'Grist mills and the grain they ground.'],
      lumber: ['Lumber', 'Saw and planing mills, shanties, rafts.'],
      foundry: ['Foundries', 'Stoves, ploughs, shell casings.'],
      textiles: ['Textiles', 'Blankets, yarn and the women who made them.'],
      coopering: ['Coopering', 'Barrels and kegs.'],
      dairying: ['Dairying', 'Cheese, butter, ice cream.'],
      grain: ['Grain trade', 'Elevators, wagons and warehouse receipts.'],
    },
  ],
  commerce: [
    'Commerce',
    'Shops, banks and hotels.',
    {
      stores: ['Stores', 'Merchants and their shop fronts.'],
      hotels: ['Hotels and inns', 'From stage stop to summer hotel.'],
      banking: ['Banking', 'Banks, notes and the credit union.'],
      advertising: ['Advertising', 'Trade cards, calendars and painted walls.'],
      restaurants: ['Restaurants', 'Cafés, lunch counters and ice cream parlours.'],
      photographers: ['Photographers', 'Studios and view card makers.'],
    },
  ],
  transport: [
    'Transport',
    'Ways in and out of town.',
    { railway: ['Railway', 'The branch line, 1876 to 1989.'], roads: ['Roads and bridges', 'Gravel, toll gates, the swing bridge.'], horses: ['Horses and carriages', 'Liveries, teams, sleighs.'], motoring: ['Motoring', 'Cars, garages and tourists.'], stage: ['Stage coaches', 'The Goderich stage and its inns.'] },
  ],
  settlement: [
    'Settlement',
    'How the town was laid out and peopled.',
    {
      surveys: ['Surveys and plans', 'The estate survey of 1835 and its revisions.'],
      landsales: ['Land sales', 'Deeds, bonds, mortgages.'],
      immigration: ['Immigration', 'Passages, origins, letters home.'],
      anishinaabe: ['Anishinaabe history', 'The people of the bay before the town, and with it.'],
      blackhistory: ['Black history', "Families of the Queen's Bush and the Bethel congregation."],
      french: ['French community', 'Lake Street and the parish of Sainte-Anne.'],
      german: ['German community', 'Mill hands, bandsmen and bakers.'],
      chinese: ['Chinese Canadian history', 'The Paris Café and its people.'],
    },
  ],
  disasters: ['Disasters', 'Fire, wind, water and fever.', { millfire: ['Mill fire of 1896', 'The night of 9 October 1896.'], storms: ['Storms', 'The Great Storm of November 1913 above all.'], fires: ['Fires', 'Other fires and the brigade.'], epidemics: ['Epidemics', 'Cholera 1849, influenza 1918.'] }],
  wars: [
    'Wars',
    'The town at war and what it kept of it.',
    { fenian: ['Fenian raids', 'The drill shed summer of 1866.'], firstwar: ['First World War', '1914 to 1918.'], secondwar: ['Second World War', '1939 to 1945.'], memorials: ['War memorials', 'The cenotaph and the rolls of honour.'], homefront: ['Home front', 'Red Cross, victory loans, shell work.'] },
  ],
  prohibition: ['Temperance and prohibition', 'Dry votes and wet nights.', { rumrunning: ['Rum-running', 'Boats without lights, 1919 to 1933.'], temperance: ['Temperance', 'The W.C.T.U. and local option.'] }],
  religion: ['Religion', 'Congregations and clergy.', { churches: ['Church buildings', 'Outside and in.'], clergy: ['Clergy', 'Ministers, priests and sisters.'], picnics: ['Picnics and suppers', 'Sunday school excursions, pie suppers, Emancipation Day.'], choirs: ['Choirs', 'Singing, with and without tuition.'] }],
  education: ['Education', 'Schools and what happened in them.', { schoolclasses: ['School classes', 'Class photographs and registers.'], teachers: ['Teachers', 'And those who taught them.'], libraries: ['Libraries', "Mechanics' Institute and Carnegie."] }],
  politics: [
    'Civic life',
    'Council, elections, services.',
    {
      council: ['Town council', 'By-laws, debentures, quarrels.'],
      elections: ['Elections', 'Hustings, bonfires.'],
      firebrigade: ['Fire brigade', 'Volunteers and their engines.'],
      police: ['Police and court', 'One constable.'],
      suffrage: ['Woman suffrage', 'The Thursday reading circle.'],
      medicine: ['Medicine', 'Doctors, midwives, the cottage hospital.'],
    },
  ],
  leisure: [
    'Leisure',
    'What people did when they could.',
    {
      bathing: ['Bathing and beaches', 'Machines, costumes, sunburn.'],
      dancing: ['Dancing', 'The Pavilion years.'],
      music: ['Music and bands', 'The Citizens’ Band and its rivals.'],
      theatre: ['Theatre and cinema', 'The Royal Opera House, later the Roxy.'],
      lacrosse: ['Lacrosse', 'The Mariners in summer.'],
      hockey: ['Hockey', 'The Mariners in winter.'],
      curling: ['Curling', 'Blocks and granites.'],
      fairs: ['Fairs', 'The fall fair and its prizes.'],
      parades: ['Parades', 'July the First, the Twelfth, Labour Day.'],
      tourism: ['Tourism', 'Summer people.'],
    },
  ],
  lodges: ['Lodges and societies', 'Aprons, sashes, sandwiches.', { womensinstitute: ["Women's Institute", 'And the Tweedsmuir books.'], guides: ['Guides and Scouts', 'From 1911.'] }],
  families: [
    'Family life',
    'Weddings, children, houses, graves.',
    {
      weddings: ['Weddings', 'Parties, gifts, certificates.'],
      children: ['Children', 'At play and at work.'],
      portraits: ['Portraits', 'Studio and garden.'],
      funerals: ['Funerals', 'Cards, processions, stones.'],
      houses: ['Houses', 'Fronts, verandas, kitchens.'],
      cooking: ['Food and cooking', 'Receipts and what became of them.'],
      letters: ['Letters', 'Written home, or from it.'],
      diaries: ['Diaries', 'Weather, mostly.'],
      needlework: ['Needlework', 'Quilts, samplers, signatures.'],
    },
  ],
  farming: ['Farming', 'The Lake Range and Concession 1.', { threshing: ['Threshing', 'Steam, then gasoline, always dinner.'], orchards: ['Orchards', 'Apples for the barrel trade.'], livestock: ['Livestock', 'Prize and otherwise.'] }],
  heritage: ['Heritage movement', 'Saving it.', { restoration: ['Restoration', 'The Glass Block, Bethel, the Opera House.'], museum: ['Museum work', 'The Society in its station.'] }],
  aerial: ['Aerial views', 'The town from above.'],
  panoramas: ['Panoramas', 'Wider than they are tall.'],
  mainstreet: ['Main Street', 'Looking north, looking south.'],
  winter: ['Winter', 'Snow and what was done about it.'],
}

export function subjectTree(): Subject[] {
  const subjects: Subject[] = []
  for (const [key, [name, description, children]] of Object.entries(TREE)) {
    subjects.push({ id: subjects.length + 1, key, name, description, parent: undefined })
    for (const [childKey, [childName, text]] of Object.entries(children ?? {})) {
      subjects.push({ id: subjects.length + 1, key: childKey, name: childName, description: text, parent: key })
    }
  }
  return subjects
}
