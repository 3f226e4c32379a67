/** The archive's arrangement: fonds, series, subseries, files. Order gives the ids; a parent comes before its children. */
export interface Collection {
  id: number
  key: string
  name: string
  description: string
  hierarchy: 'fond' | 'series' | 'subseries' | 'file'
  parent: string | undefined
}

type Row = [key: string, name: string, description: string]
/** Indentation is the level: a row two spaces deeper belongs to the row above. */
const ARRANGEMENT: [depth: 0 | 1 | 2 | 3, ...row: Row][] = [
  [0, 'society', 'Brannock Bay Historical Society collection', 'What the Society has gathered since 1967, by kind rather than by giver.'],
  [1, 'photographs', 'Photographs', 'Prints and negatives without a fonds of their own.'],
  [2, 'streets', 'Streets and buildings', 'Arranged by street, north to south.'],
  [3, 'main-street', 'Main Street', 'Both sides, 1860s to 1990s.'],
  [3, 'houses', 'Residential streets', 'Front, Lake, Church, Wellington and Prince Streets.'],
  [3, 'churches', 'Churches and schools', 'Exteriors, interiors, congregations and classes.'],
  [2, 'waterfront', 'Waterfront', 'Harbour, beach, bluff and islands.'],
  [3, 'ships', 'Vessels', 'One folder for each vessel that can be named.'],
  [3, 'beach', 'Beach and Pavilion', 'Bathing, dancing, high water.'],
  [2, 'portraits', 'Portraits', 'People, named where anybody still could.'],
  [3, 'cartes', 'Cartes de visite and cabinet cards', 'Mostly from the Kilbride and Ashdown studios.'],
  [3, 'groups', 'Groups', 'Teams, classes, crews, families.'],
  [1, 'postcards', 'Postcards', 'View cards and greetings, most of them posted.'],
  [2, 'ashdown-cards', 'Ashdown Post Card Co.', 'Numbered view cards of 1904 to 1930.'],
  [2, 'tourist-cards', 'Tourist cards', 'Linen and chrome cards, 1930 to 1980.'],
  [1, 'objects', 'Artifacts', 'Three-dimensional objects, catalogued by use.'],
  [2, 'maritime-objects', 'Maritime artifacts', 'From boats, nets and the light.'],
  [2, 'domestic-objects', 'Domestic artifacts', 'Kitchen, parlour and wardrobe.'],
  [2, 'trade-objects', 'Trades and business', 'Tools, signs, weights.'],
  [1, 'oral', 'Oral history project', 'Recorded from 1968; summaries by volunteers.'],
  [1, 'film', 'Film and video', 'Home movies, broadcasts and recordings of the Society’s evenings.'],
  [1, 'events', 'Events file', 'What happened, with sources.'],
  [0, 'estate', 'Brannock family and estate fonds', 'Papers of Colonel Augustus Brannock and the land company, 1832 to 1874.'],
  [1, 'estate-land', 'Land records', 'Survey, sales, arrears.'],
  [2, 'estate-plans', 'Plans', 'Survey and subdivision plans.'],
  [2, 'estate-ledgers', 'Ledgers', 'Sales ledgers A to D.'],
  [1, 'estate-letters', 'Correspondence', 'Letter books and letters received.'],
  [2, 'estate-received', 'Letters received', 'By year.'],
  [3, 'estate-1847', 'Letters, 1835-1849', 'Including the famine-year petitions.'],
  [3, 'estate-1850', 'Letters, 1850-1874', 'Mostly about money.'],
  [0, 'harkness', 'Harkness family fonds', 'Four generations of millers; gift of the Misses Harkness, 1948 and 1971.'],
  [1, 'harkness-mill', 'Mill records', 'Day books, wage books, insurance.'],
  [2, 'harkness-fire', 'The fire of 1896', 'Claims, sketches, the inquest.'],
  [1, 'harkness-personal', 'Personal papers', 'Letters, diaries and receipts.'],
  [2, 'harkness-albums', 'Albums', 'Family photographs.'],
  [3, 'harkness-album-1', 'Album No. 1', 'Red morocco, clasp missing.'],
  [0, 'theriault', 'Fonds famille Thériault', 'Papiers et photographies de la pêcherie, 1852 à 1969. In French and English.'],
  [1, 'theriault-fishery', 'Fishery records', 'Catch books, accounts, licences.'],
  [1, 'theriault-photos', 'Photographies', 'Bateaux, filets, gens.'],
  [0, 'beacon', 'Brannock Bay Beacon fonds', 'Bound volumes, clippings and the picture morgue, 1854 to 1969.'],
  [1, 'beacon-issues', 'Issues', 'Incomplete before 1871.'],
  [2, 'beacon-19', 'Nineteenth century', 'Issues to 1900, with those of the Advertiser.'],
  [2, 'beacon-20', 'Twentieth century', 'Issues from 1901.'],
  [1, 'beacon-pictures', 'Picture morgue', 'Press prints with crop marks.'],
  [0, 'town', 'Town of Brannock Bay fonds', 'Transferred by council in 1983.'],
  [1, 'town-clerk', 'Clerk’s records', 'Minutes, by-laws, assessment.'],
  [2, 'town-assessment', 'Assessment rolls', '1851 to 1950.'],
  [1, 'town-school', 'School board', 'Registers, reports, the strap book.'],
  [0, 'wi', "Women's Institute fonds", 'Tweedsmuir histories, minute books, cookery.'],
  [1, 'wi-tweedsmuir', 'Tweedsmuir histories', 'Five volumes with mounted photographs.'],
  [2, 'wi-volume-3', 'Volume 3: Families', 'Compiled 1947 to 1955.'],
  [0, 'giiwedin', 'Giiwedin family collection', 'Held with the family’s consent; copies here, originals at home.'],
  [1, 'giiwedin-photos', 'Photographs and memories', 'Named by the family in 1979 and 2008.'],
]
const LEVELS = ['fond', 'series', 'subseries', 'file'] as const

export function arrangeCollections(): Collection[] {
  const open: string[] = []
  return ARRANGEMENT.map(([depth, key, name, description], index) => {
    open.length = depth
    open.push(key)
    return { id: index + 1, key, name, description, hierarchy: LEVELS[depth], parent: open[depth - 1] }
  })
}
