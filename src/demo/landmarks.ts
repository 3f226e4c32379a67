import { type Point, type Ring, along, rectangle, riverAt, shoreAt, points } from './geometry.ts'

/** The kind of a zone, which decides its pictures and items. */
export type ZoneKind = 'house' | 'shop' | 'church' | 'school' | 'hall' | 'mill' | 'harbour' | 'station' | 'cemetery' | 'park' | 'hotel' | 'works' | 'farm' | 'shore' | 'island'

interface Landmark {
  key: string
  name: string
  altnames: string[]
  kind: ZoneKind
  description: string
}

/** A landmark on surveyed lots: column, row and the block's slots that it takes. */
export interface LotLandmark extends Landmark {
  at: [column: number, row: number, ...slots: number[]]
}

/** A landmark whose outline does not follow the survey. */
export interface OutlineLandmark extends Landmark {
  address: string
  rings: Ring[]
  lots: string[]
}

export const LOT_LANDMARKS: LotLandmark[] = [
  { key: 'fairground', at: [5, 0, 0], name: 'Agricultural Society Fairground', altnames: ['The Fairground', 'Exhibition Park'], kind: 'park', description: 'Ten lots fenced in 1858 for the fall fair. The half-mile trotting track was ploughed for potatoes in 1917 and 1918, and is a ball diamond today.' },
  { key: 'school', at: [5, 2, 0], name: 'Brannock Bay Public School', altnames: ['Union School', 'S.S. No. 1'], kind: 'school', description: 'A log schoolhouse stood here by 1841. The brick school of 1873 lost its belfry in the windstorm of 1913 and its top floor in 1958.' },
  { key: 'square', at: [2, 3, 0], name: 'Market Square', altnames: ['Brannock Square', 'The Green'], kind: 'park', description: 'Laid out by the estate surveyor as the centre of a town four times this size. Wood market on Saturdays until 1931; the cenotaph was unveiled in 1922.' },
  {
    key: 'st-brendan',
    at: [1, 2, 4, 5],
    name: "St. Brendan's Anglican Church",
    altnames: ['English Church', "St. Brendan's by the Lake"],
    kind: 'church',
    description: 'Frame church of 1843 on land given by Colonel Brannock, encased in yellow brick in 1871. The tower was never finished; its cap was meant to be temporary.',
  },
  { key: 'knox', at: [2, 2, 8, 9], name: 'Knox Presbyterian Church', altnames: ['Scotch Church'], kind: 'church', description: 'Stone church built by its own congregation between 1857 and 1860, each family cutting a set number of feet of coursed limestone.' },
  { key: 'wesley', at: [1, 3, 4, 5], name: 'Wesley United Church', altnames: ['Wesleyan Methodist Chapel', 'Methodist Church'], kind: 'church', description: 'Red brick church of 1884 with an auditorium plan and opalescent windows; its basement fed four hundred people the week of the mill fire.' },
  { key: 'sainte-anne', at: [0, 4, 8, 9], name: 'Église Sainte-Anne', altnames: ["St. Anne's Roman Catholic Church", 'The French Church'], kind: 'church', description: 'Built for the fishing families of Lake Street, who had heard mass in the net loft of the Thériault brothers for eleven years before.' },
  { key: 'bme', at: [4, 4, 7], name: 'Bethel B.M.E. Chapel', altnames: ['Bethel Chapel'], kind: 'church', description: "British Methodist Episcopal chapel of the families who came from the Queen's Bush after 1850. Closed in 1929, a workshop until it was bought back and restored in 1994." },
  { key: 'baptist', at: [2, 5, 5, 6], name: 'Chapel Street Baptist Church', altnames: ['Baptist Meeting House'], kind: 'church', description: 'Plain board meeting house moved here on rollers from the Concession Line in the winter of 1869.' },
  { key: 'commercial-hotel', at: [3, 2, 0, 1], name: 'Commercial Hotel', altnames: ['Brannock Arms', 'The Arms'], kind: 'hotel', description: 'An inn since 1838, three storeys and a double veranda since 1875. The cellar door on the lane side is the one that every story about the rum years begins with.' },
  { key: 'lakeview-hotel', at: [0, 1, 0, 2], name: 'Lakeview House', altnames: ['Lakeview Hotel', 'Lakeview Lodge'], kind: 'hotel', description: 'Summer hotel for Detroit and London guests, sixty rooms in 1905. The north wing came down in 1962.' },
  { key: 'bank', at: [2, 1, 5], name: 'Bank of Huron Building', altnames: ['Old Bank', 'Credit Union'], kind: 'shop', description: "Sandstone bank of 1889 with the manager's flat above. The vault was too heavy to remove and is now a reading nook." },
  { key: 'post-office', at: [3, 3, 0], name: 'Post Office', altnames: ['Customs House', 'Federal Building'], kind: 'hall', description: 'Post office below, customs above, from 1911. The clock was paid for by public subscription and has four faces, two of which agree.' },
  { key: 'opera-house', at: [3, 1, 4, 5], name: 'Royal Opera House', altnames: ['Opera Hall', 'Roxy Theatre'], kind: 'hall', description: 'Hall above two shops, 1882. Vaudeville, revivals, and moving pictures from 1908; dark since 1961 but for one week each July.' },
  { key: 'library', at: [2, 4, 0], name: 'Carnegie Library', altnames: ["Mechanics' Institute", 'Public Library'], kind: 'hall', description: "The Mechanics' Institute lent books from a shop on this lot from 1868; the Carnegie building followed in 1908." },
  { key: 'armoury', at: [4, 1, 0, 1], name: 'Drill Shed', altnames: ['Armoury', 'Legion Hall'], kind: 'hall', description: 'Drill shed of 1866, put up in the Fenian summer in eleven days. Home of the Legion since 1928.' },
  { key: 'foundry', at: [5, 1, 4, 5, 6, 7], name: 'Huron Foundry', altnames: ['Harkness Foundry', 'Stove Works'], kind: 'works', description: 'Plough points, box stoves, and from 1915 shell casings. The chimney was felled in 1956 with an audience.' },
  { key: 'creamery', at: [5, 3, 4, 9], name: 'Brannock Bay Creamery', altnames: ['Butter Factory'], kind: 'works', description: 'Co-operative creamery by the tracks; its ice house held four hundred tons.' },
  { key: 'hospital', at: [0, 3, 1], name: 'Cottage Hospital', altnames: ['Dr. Lindqvist House', 'Nursing Station'], kind: 'hall', description: "A doctor's villa given to the town in 1919, after the influenza had filled the school and the Opera House with cots." },
  { key: 'fire-hall', at: [3, 4, 0], name: 'Fire Hall', altnames: ['Engine House'], kind: 'hall', description: 'Hose tower and engine house of 1887. The pumper arrived nine years before there was a hydrant to connect it to.' },
  { key: 'continuation-school', at: [4, 2, 0, 1], name: 'Continuation School', altnames: ['High School'], kind: 'school', description: 'Two rooms above the public school syllabus, 1909 to 1951; apartments since.' },
  { key: 'tannery', at: [0, 0, 0, 1], name: 'Tolliver Cooperage', altnames: ['Old Tannery', 'Barrel Works'], kind: 'works', description: 'Tannery from 1844, cooperage from 1859: apple barrels, flour barrels, and one winter forty thousand herring kegs.' },
]

const shoreParcel = (south: number, north: number): Ring => [...along(north - 0.02, south + 0.02, 0.4, (v): Point => [shoreAt(v), v]), [-22.01, south + 0.02], [-22.01, north - 0.02]]
/** Land between Mill Road and the south bank of the river. */
const southBank = (west: number, east: number): Ring => [[west + 0.02, 17.02], [east - 0.02, 17.02], ...along(east - 0.02, west + 0.02, 0.5, (u): Point => [u, riverAt(u) - 1])]
const northBank = (west: number, east: number, north: number): Ring => [...along(west + 0.02, east - 0.02, 0.5, (u): Point => [u, riverAt(u) + 1]), [east - 0.02, north - 0.02], [west + 0.02, north - 0.02]]
const blob = (east: number, north: number, radius: number, wobble: number): Ring =>
  Array.from({ length: 16 }, (_, i): Point => {
    const angle = (i / 16) * 2 * Math.PI
    const r = radius * (1 + 0.22 * Math.sin(3 * angle + wobble) + 0.1 * Math.sin(5 * angle))
    return [east + r * 1.5 * Math.cos(angle), north + r * Math.sin(angle)]
  })

export const OUTLINE_LANDMARKS: OutlineLandmark[] = [
  {
    key: 'harbour',
    name: 'Brannock Bay Harbour',
    altnames: ['The Piers', 'Government Pier'],
    kind: 'harbour',
    address: 'Foot of Harbour Street',
    lots: ['Water Lot 1', 'Water Lot 2'],
    rings: [rectangle(-35, 20.4, -26.6, 20.8), rectangle(-34, 24.2, -27.2, 24.6)],
    description: 'Two crib piers, begun by the Brannock estate in 1836 and rebuilt by the Department of Public Works after the storm of 1873.',
  },
  {
    key: 'wharf',
    name: 'Town Wharf',
    altnames: ['Grain Wharf', 'Fish Dock'],
    kind: 'harbour',
    address: '1 Harbour Street',
    lots: ['Wharf Lot'],
    rings: [[...along(20.2, 17.3, 0.4, (v): Point => [shoreAt(v) + 0.1, v]), [-22.4, 17.3], [-22.4, 20.2]]],
    description: 'Grain elevator, coal sheds and, on the river side, the fish docks. Every cargo that came or went passed here until 1904.',
  },
  { key: 'lighthouse', name: 'Harbour Light', altnames: ['Range Light'], kind: 'harbour', address: 'North Pier', lots: ['Light Reserve'], rings: [rectangle(-27, 25, -24.5, 27)], description: 'White pepper-pot light of 1874. Four keepers in eighty-one years, three of them named Calder.' },
  { key: 'beach', name: 'Main Beach', altnames: ['Bathing Beach', 'Pavilion Grounds'], kind: 'park', address: 'Foot of King Street', lots: ['Shore Reserve A'], rings: [shoreParcel(2, 8)], description: 'Public beach. The dance pavilion stood on piles here from 1921 until the high water and the ice of March 1952.' },
  { key: 'bluff-park', name: 'Bluff Park', altnames: ['Pioneer Park'], kind: 'park', address: 'Front Street at Queen Street', lots: ['Shore Reserve B'], rings: [shoreParcel(-8, -3)], description: 'Given to the town in 1948 by the last of the Harkness sisters, on condition that nothing ever be sold in it.' },
  { key: 'fishery', name: 'Thériault Fishery', altnames: ['Net Lofts', 'Fish Houses'], kind: 'works', address: '2 Front Street', lots: ['Shore Lot 1', 'Shore Lot 2'], rings: [shoreParcel(9, 13.5)], description: 'Net lofts, an ice house and drying reels. Eleven tugs in 1911, three in 1948, none after 1969.' },
  { key: 'boatworks', name: 'Calder Boat Works', altnames: ['The Slip', 'Marina'], kind: 'works', address: '4 Front Street', lots: ['Shore Lot 3'], rings: [shoreParcel(13.5, 17)], description: 'Slipway where nine schooners and some two hundred skiffs were built; a marina since 1972.' },
  {
    key: 'mill',
    name: 'Brannock Mills',
    altnames: ['Harkness Mill', 'Grist Mill'],
    kind: 'mill',
    address: '40 Mill Road',
    lots: ['Mill Lot 1', 'Mill Lot 2'],
    rings: [southBank(-3, 3), northBank(-3, 0.5, 28)],
    description: 'Saw mill 1836, grist mill 1842, burned on the night of 9 October 1896 and rebuilt in stone within a year. Its race still runs under the parking lot.',
  },
  { key: 'woollen-mill', name: 'Woollen Mill', altnames: ['Amsel Mill', 'Mill Lofts'], kind: 'mill', address: '62 Mill Road', lots: ['Mill Lot 3'], rings: [southBank(3, 9)], description: 'Blankets and stocking yarn from 1868; parachute silk tape for one year of the Second World War.' },
  { key: 'planing-mill', name: 'Planing Mill', altnames: ['Lumber Yard'], kind: 'mill', address: '16 Mill Road', lots: ['Mill Lot 4'], rings: [southBank(-15, -8)], description: 'Sash, door and moulding works. Half of the verandas in town were turned here.' },
  { key: 'river-park', name: 'Maskinonge Park', altnames: ['Mill Pond Park'], kind: 'park', address: '30 Mill Road', lots: ['Mill Lot 5'], rings: [southBank(-8, -3)], description: 'Skating pond above the dam, picnic ground below it.' },
  {
    key: 'station',
    name: 'Railway Station',
    altnames: ['Grand Trunk Station', 'Freight Yard'],
    kind: 'station',
    address: '50 Railway Street',
    lots: ['Railway Reserve'],
    rings: [rectangle(15.2, -13, 17.6, 1), rectangle(15.2, 2, 17.6, 16)],
    description: 'The branch opened on 1 July 1876 with two bands and no return train. Last passenger train 1955; the rails were lifted in 1989.',
  },
  { key: 'elevator', name: 'Grain Elevator', altnames: ['Bay Elevator'], kind: 'works', address: '54 Railway Street', lots: ['Elevator Lot'], rings: [rectangle(15.2, 17.1, 18, 20)], description: 'Hundred-thousand-bushel elevator that took the grain trade from the wharf to the railway.' },
  {
    key: 'cemetery',
    name: 'Maitland Hill Cemetery',
    altnames: ['Protestant Cemetery', 'Old Burying Ground'],
    kind: 'cemetery',
    address: '20 Concession Line',
    lots: ['Cemetery Lot'],
    rings: [points('-9,-14.3 -1,-14.3 -1.4,-20 -4,-23 -9,-22.4')],
    description: 'Opened in the cholera summer of 1849. The oldest stones were moved up from the bluff when it began to slip.',
  },
  {
    key: 'rc-cemetery',
    name: 'Cimetière Sainte-Anne',
    altnames: ['Catholic Cemetery'],
    kind: 'cemetery',
    address: '12 Concession Line',
    lots: ['Cemetery Lot 2'],
    rings: [points('-14,-14.3 -10,-14.3 -10,-18 -14.2,-18.4')],
    description: 'Iron crosses from the Huron Foundry mark the oldest rows; the lake-drowned have a corner of their own.',
  },
  {
    key: 'islands',
    name: 'Gull Islands',
    altnames: ['The Sisters', 'Gayaashko-minisan'],
    kind: 'island',
    address: 'Brannock Bay, Lake Huron',
    lots: ['Island Reserve'],
    rings: [blob(-52, 14, 1.5, 0.4), blob(-57, 11.5, 1, 2), blob(-48.5, 9.8, 0.6, 4)],
    description: 'Three limestone shoals. Summer fishing camp of the Giiwedin family long before the town, and after it; a bird sanctuary since 1961.',
  },
  {
    key: 'brannock-hall',
    name: 'Brannock Hall',
    altnames: ["The Colonel's", 'Bluff House'],
    kind: 'house',
    address: '30 Front Street',
    lots: ['Shore Lot 7', 'Shore Lot 8'],
    rings: [shoreParcel(-2.6, 2)],
    description: "The Colonel's own house, begun 1836: nineteen rooms, a ballroom used eleven times, and the first furnace north of London.",
  },
  {
    key: 'toll-house',
    name: 'Toll House Corner',
    altnames: ['Flatiron'],
    kind: 'shop',
    address: '90 Concession Line',
    lots: ['Gore Lot'],
    rings: [points('9,-14.3 14.9,-14.3 14.9,-15.2 11.4,-17.6')],
    description: 'A three-cornered gore left over where the gravel road met the survey; tolls were taken here until 1888.',
  },
]

/** Farm lots and shore parcels at the edge of town: privately owned, without a landmark. */
export const EDGE_PARCELS: { name: string; address: string; kind: ZoneKind; lots: string[]; ring: Ring }[] = [
  ...points('-13,-8 -18,-13').map(([south, north], i) => ({ name: `${44 + 8 * i} Front Street`, address: `${44 + 8 * i} Front Street`, kind: 'shore' as const, lots: [`Shore Lot ${9 + i}`], ring: shoreParcel(south as number, north as number) })),
  ...[-23, -12.5, -2, 8.5, 19].map((south, i) => ({ name: `Lot ${i + 1}, Lake Range East`, address: `Gravel Road, Lot ${i + 1}`, kind: 'farm' as const, lots: [`LRE ${i + 1}`], ring: rectangle(18.2 + (i === 4 ? 1.4 : 0), south, 40 - i, south + 10) })),
  ...points('-1,9 -9,-1.6 -21,-9.6').map(([west, east], i) => ({ name: `Concession 1, Lot ${i + 7}`, address: `Concession Line South, Lot ${i + 7}`, kind: 'farm' as const, lots: [`Con1 ${i + 7}`], ring: rectangle((west as number) + 0.3, -36, (east as number) - 0.3, i === 0 ? -18 : -24.2) })),
  ...points('-23,-13 -12.5,-3.5 2.5,14').map(([west, east], i) => ({ name: `North River Road, Lot ${i + 1}`, address: `North River Road, Lot ${i + 1}`, kind: 'farm' as const, lots: [`NR ${i + 1}`], ring: northBank(west as number, east as number, 38 - 2 * i) })),
]
