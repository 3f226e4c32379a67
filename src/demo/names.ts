/** Names of the town's families by where they came from: founders first, then those who came later. */
export interface FamilyName {
  surname: string
  origin: string
  male: string[]
  female: string[]
}

const SCOTS_M = ['Alexander', 'Duncan', 'Hugh', 'Angus', 'Robert', 'James', 'Archibald', 'Neil', 'Malcolm', 'Donald', 'Ewan', 'Gavin']
const SCOTS_F = ['Margaret', 'Isabella', 'Janet', 'Flora', 'Christina', 'Euphemia', 'Jessie', 'Agnes', 'Catherine', 'Marion', 'Effie', 'Elspeth']
const ENGLISH_M = ['William', 'Thomas', 'Henry', 'George', 'Edward', 'Arthur', 'Frederick', 'Walter', 'Alfred', 'Herbert', 'Percy', 'Cecil']
const ENGLISH_F = ['Mary', 'Elizabeth', 'Charlotte', 'Harriet', 'Emma', 'Alice', 'Edith', 'Florence', 'Beatrice', 'Ada', 'Winifred', 'Constance']
const IRISH_M = ['Patrick', 'Michael', 'John', 'Daniel', 'Cornelius', 'Dennis', 'Francis', 'Martin', 'Hugh', 'Timothy']
const IRISH_F = ['Bridget', 'Honora', 'Ellen', 'Kathleen', 'Nora', 'Johanna', 'Rose', 'Julia', 'Teresa', 'Annie']
const GERMAN_M = ['Johann', 'Heinrich', 'Conrad', 'Jacob', 'Friedrich', 'Emil', 'Otto', 'Karl', 'Wendelin', 'Anton']
const GERMAN_F = ['Katharina', 'Barbara', 'Louisa', 'Emilie', 'Magdalena', 'Frieda', 'Bertha', 'Ottilie', 'Clara', 'Hilda']
const FRENCH_M = ['Étienne', 'Jean-Baptiste', 'Théophile', 'François', 'Médéric', 'Aimé', 'Hector', 'Joseph', 'René', 'Honoré']
const FRENCH_F = ['Geneviève', 'Marguerite', 'Célina', 'Adèle', 'Rosalie', 'Zoé', 'Hélène', 'Thérèse', 'Éva', 'Angélique']
const ANISHINAABE_M = ['Nodin', 'Peter', 'Migizi', 'Moses', 'Louis', 'Waaban', 'Elijah', 'Joseph', 'Simon', 'Bezhig']
const ANISHINAABE_F = ['Waabigwan', 'Marguerite', 'Giizis', 'Mary', 'Anne', 'Lucy', 'Ziibi', 'Susan', 'Wenonah', 'Eliza']
const BLACK_CANADIAN_M = ['Josiah', 'Freeman', 'Isaac', 'Elias', 'Samuel', 'Nathaniel', 'Wesley', 'Levi', 'Roland', 'Clifford']
const BLACK_CANADIAN_F = ['Priscilla', 'Hannah', 'Dinah', 'Lavinia', 'Cordelia', 'Esther', 'Viola', 'Pearl', 'Naomi', 'Ruth']
const SWEDISH_M = ['Axel', 'Nils', 'Gustaf', 'Erik', 'Sven', 'Lars']
const SWEDISH_F = ['Ingrid', 'Astrid', 'Sigrid', 'Greta', 'Märta', 'Elsa']

/** First names that came in with the twentieth century, for every family. */
export const MODERN_MALE = ['Kenneth', 'Gordon', 'Harold', 'Lloyd', 'Stanley', 'Murray', 'Ross', 'Douglas', 'Ronald', 'Donald', 'Brian', 'Gary', 'Paul', 'Bruce', 'Wayne', 'Stephen', 'Mark', 'Peter']
export const MODERN_FEMALE = ['Dorothy', 'Evelyn', 'Audrey', 'Doreen', 'Marjorie', 'June', 'Lorna', 'Joan', 'Barbara', 'Shirley', 'Patricia', 'Linda', 'Susan', 'Carol', 'Judith', 'Marlene', 'Heather', 'Sharon']
export const MIDDLE_MALE = ['James', 'John', 'Alexander', 'Henry', 'Stewart', 'Albert', 'Edward', 'Wallace', 'Leroy', 'Murray', 'Ambrose', 'Octavius']
export const MIDDLE_FEMALE = ['Ann', 'Jane', 'Maud', 'Mae', 'Louise', 'Grace', 'Evelyn', 'Victoria', 'Rose', 'Pearl', 'Ismay', 'Ruth']

/** The founder of each family, the year of arrival, and the trade. */
export interface Founder extends FamilyName {
  arrived: number
  fatherBorn: number
  motherBorn: number
  father: string
  mother: string
  trade: string
}

export const FOUNDERS: Founder[] = [
  { surname: 'Brannock', origin: 'County Antrim', male: IRISH_M.concat('Augustus'), female: ENGLISH_F, arrived: 1835, fatherBorn: 1793, motherBorn: 1801, father: 'Augustus', mother: 'Henrietta', trade: 'half-pay officer and estate proprietor' },
  { surname: 'Harkness', origin: 'Roxburghshire', male: SCOTS_M, female: SCOTS_F, arrived: 1836, fatherBorn: 1804, motherBorn: 1809, father: 'Alexander', mother: 'Margaret', trade: 'millwright' },
  { surname: 'Calder', origin: 'Orkney', male: SCOTS_M, female: SCOTS_F, arrived: 1838, fatherBorn: 1806, motherBorn: 1812, father: 'Magnus', mother: 'Jean', trade: 'shipwright' },
  { surname: 'Thériault', origin: 'Penetanguishene', male: FRENCH_M, female: FRENCH_F, arrived: 1839, fatherBorn: 1808, motherBorn: 1814, father: 'Étienne', mother: 'Geneviève', trade: 'fisherman' },
  { surname: 'Giiwedin', origin: 'the Saugeen Peninsula', male: ANISHINAABE_M, female: ANISHINAABE_F, arrived: 1835, fatherBorn: 1799, motherBorn: 1805, father: 'Nodin', mother: 'Waabigwan', trade: 'fisherman and pilot' },
  { surname: 'Tolliver', origin: "the Queen's Bush", male: BLACK_CANADIAN_M, female: BLACK_CANADIAN_F, arrived: 1851, fatherBorn: 1816, motherBorn: 1820, father: 'Josiah', mother: 'Priscilla', trade: 'cooper' },
  { surname: 'Amsel', origin: 'Baden', male: GERMAN_M, female: GERMAN_F, arrived: 1852, fatherBorn: 1813, motherBorn: 1818, father: 'Conrad', mother: 'Katharina', trade: 'weaver' },
  { surname: "O'Meara", origin: 'County Clare', male: IRISH_M, female: IRISH_F, arrived: 1847, fatherBorn: 1811, motherBorn: 1816, father: 'Cornelius', mother: 'Honora', trade: 'innkeeper' },
  { surname: 'Pettigrew', origin: 'Norfolk', male: ENGLISH_M, female: ENGLISH_F, arrived: 1841, fatherBorn: 1807, motherBorn: 1813, father: 'Thomas', mother: 'Charlotte', trade: 'storekeeper' },
  { surname: 'Macquarrie', origin: 'the Isle of Mull', male: SCOTS_M, female: SCOTS_F, arrived: 1844, fatherBorn: 1810, motherBorn: 1815, father: 'Lachlan', mother: 'Euphemia', trade: 'farmer' },
  { surname: 'Lindqvist', origin: 'Gothenburg', male: SWEDISH_M, female: SWEDISH_F, arrived: 1862, fatherBorn: 1822, motherBorn: 1829, father: 'Axel', mother: 'Ingrid', trade: 'physician' },
]

/** Families that married in or came later. */
export const NEWCOMERS: FamilyName[] = [
  ...['Abernethy', 'Kilbride', 'Drummond', 'McAllister', 'Sutherland', 'Buchan', 'Rennie', 'Gilchrist'].map((surname) => ({ surname, origin: 'Scotland', male: SCOTS_M, female: SCOTS_F })),
  ...['Fairweather', 'Hollingsworth', 'Treloar', 'Pym', 'Blackadder', 'Ashdown', 'Larkin', 'Wetherell'].map((surname) => ({ surname, origin: 'England', male: ENGLISH_M, female: ENGLISH_F })),
  ...['Doyle', 'Quigley', 'Hanrahan', 'Mulvaney', 'Keogh'].map((surname) => ({ surname, origin: 'Ireland', male: IRISH_M, female: IRISH_F })),
  ...['Zettel', 'Weppler', 'Schäfer', 'Oberholtzer'].map((surname) => ({ surname, origin: 'Waterloo County', male: GERMAN_M, female: GERMAN_F })),
  ...['Desjardins', 'Béland', 'Lévesque', 'Charlebois'].map((surname) => ({ surname, origin: 'Lower Canada', male: FRENCH_M, female: FRENCH_F })),
  ...['Wabegonas', 'Keezhik'].map((surname) => ({ surname, origin: 'Cape Croker', male: ANISHINAABE_M, female: ANISHINAABE_F })),
  ...['Freeman', 'Cromwell'].map((surname) => ({ surname, origin: 'Chatham', male: BLACK_CANADIAN_M, female: BLACK_CANADIAN_F })),
]

/** People without a family in the archive: name, years, and what they are known for. */
export interface Individual {
  first: string
  surname: string
  sex: 'female' | 'male' | 'other'
  born: number
  died: number | undefined
  trade: string
  origin: string
}

const one = (first: string, surname: string, sex: Individual['sex'], born: number, died: number | undefined, trade: string, origin: string): Individual => ({ first, surname, sex, born, died, trade, origin })

export const INDIVIDUALS: Individual[] = [
  one('Ambrose', 'Kilbride', 'male', 1839, 1911, 'photographer', 'Fife'),
  one('Walter', 'Ashdown', 'male', 1876, 1957, 'photographer', 'Kent'),
  one('Lillian', 'Ashdown', 'female', 1904, 1991, 'photographer and tinter of post cards', ''),
  one('Ebenezer', 'Pym', 'male', 1825, 1896, 'editor of the Beacon', 'Exeter'),
  one('Hannah', 'Pym', 'female', 1862, 1941, 'teacher and librarian', ''),
  one('Rupert', 'Wetherell', 'male', 1844, 1919, 'editor of the Advertiser', 'Toronto'),
  one('Florence', 'Larkin', 'female', 1889, 1972, 'last editor of the Beacon', 'Stratford'),
  one('Jane', 'Sutherland', 'female', 1854, 1931, 'milliner', 'Zorra'),
  one('Wilhelmina', 'Sutherland', 'female', 1858, 1940, 'milliner and suffragist', 'Zorra'),
  one('Wing', 'Lee', 'male', 1886, 1968, 'café owner', 'Taishan'),
  one('Harry', 'Lee', 'male', 1921, 1999, 'café owner and alderman', ''),
  one('Ephraim', 'Fairweather', 'male', 1838, 1913, 'watchmaker and time inspector', 'Coventry'),
  one('Silas', 'Drummond', 'male', 1868, 1946, 'liveryman, then motor dealer', 'Perthshire'),
  one('Donald', 'Buchan', 'male', 1881, 1959, 'principal', 'Aberdeen'),
  one('Joseph', 'Béland', 'male', 1938, undefined, 'librarian and town historian', 'Penetanguishene'),
  one('Patrick', 'Doyle', 'male', 1851, 1924, 'butcher and fire captain', 'County Wexford'),
  one('Bernard', 'Keogh', 'male', 1892, 1961, 'butcher', ''),
  one('Andrew', 'Abernethy', 'male', 1842, 1920, 'cabinet maker and undertaker', 'Dundee'),
  one('Sister Marie-Ange', '', 'female', 1860, 1937, 'nursing sister', 'Québec'),
  one('Old Peter', '', 'male', 1788, 1864, 'ferryman', ''),
  one('Percival', 'Blackadder', 'male', 1858, 1930, 'impresario and bank clerk', 'London'),
  one('Simone', 'Charlebois', 'female', 1949, undefined, 'bookseller', 'Sudbury'),
  one('Robin', 'Hanrahan', 'other', 1953, undefined, 'potter', 'Hamilton'),
  one('Matthias', 'Weppler', 'male', 1870, 1945, 'draper', 'Waterloo County'),
]
