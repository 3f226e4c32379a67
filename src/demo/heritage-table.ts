/** Architectural styles: name, description, and the kinds of zone that they suit. */
export const STYLES: [style: string, description: string, kinds: string[]][] = [
  [
    'Ontario Gothic cottage',
    'Storey and a half, centre gable with a pointed window, bargeboard cut at the planing mill.',
    ['house'],
  ],
  ['Georgian', 'Five bays, centre hall, twelve-over-twelve sash; clapboard over a heavy frame.', ['house', 'hotel']],
  [
    'Regency cottage',
    'Hipped roof with wide eaves, French windows to a treillage veranda on the lake side.',
    ['house'],
  ],
  [
    'Italianate',
    'Paired brackets, segmental windows, a belvedere from which sails could be counted.',
    ['house', 'hotel', 'shop'],
  ],
  [
    'Second Empire',
    'Mansard in patterned slate with iron cresting, of which two lengths remain.',
    ['house', 'hotel', 'hall'],
  ],
  ['Queen Anne Revival', 'Corner tower, fish-scale shingle, spindles without number.', ['house']],
  ['Edwardian Classicism', 'Red brick foursquare, stone lintels, a porch on stout columns.', ['house', 'hall']],
  ['Arts and Crafts bungalow', 'Low gable, cobble chimney, exposed rafter tails.', ['house']],
  ['Victory house', 'Wartime Housing plan No. 4, moved in on a flatbed in 1946 and since extended.', ['house']],
  [
    'Commercial Italianate',
    'Three bays over a shop front of cast iron; pressed-metal cornice with the date.',
    ['shop', 'hall'],
  ],
  ['Boomtown front', 'Frame shop with a square false front; the gable behind tells the truth.', ['shop']],
  [
    'Romanesque Revival',
    'Rock-faced sandstone, a broad arch, terracotta with sea creatures.',
    ['shop', 'hall', 'church'],
  ],
  ['Gothic Revival', 'Lancets with label stops, buttresses stepped twice, open timber roof within.', ['church']],
  ['Vernacular meeting house', 'Gable end to the road, round-headed windows, clear glass.', ['church', 'school']],
  [
    'Industrial vernacular',
    'Coursed rubble to the sills and brick above; segmental windows in long rows; line-shaft hangers in place.',
    ['mill', 'station', 'hall'],
  ],
  ['School Board Classical', 'Yellow brick with a belfry, boys’ and girls’ doors carved as such.', ['school']],
  [
    'Railway Picturesque',
    'Deep bracketed eaves, a turret for the agent, tongue-and-groove in two colours.',
    ['station'],
  ],
]

export const PLAQUES: [zone: string, name: string, text: string][] = [
  [
    'square',
    'The Survey of 1835',
    'On this ground the town of Brannock Bay was laid out in blocks of five by four chains and first sold by the lot on 16 June 1835, on land where the Anishinaabek had fished, traded and met for many generations.',
  ],
  [
    'mill',
    'Brannock Mills',
    'Mills stood on this site from 1836. Burned on the night of 9 October 1896, rebuilt in stone by Harkness & Sons, and worked by the farmers’ co-operative until 1971.',
  ],
  [
    'harbour',
    'The Harbour',
    'Two piers of timber cribs made this river mouth a port in 1836. Storms carried them away in 1873 and 1913.',
  ],
  [
    'lighthouse',
    'The Harbour Light',
    'Lit for the first time on 1 September 1874. Kept by the Calder family for fifty-six years.',
  ],
  [
    'bme',
    'Bethel Chapel',
    'Built in 1863 by families who had made free homes in the Queen’s Bush and then here. Their Emancipation Day was kept in this town each first of August.',
  ],
  [
    'islands',
    'Gayaashko-minisan',
    'Fishing camp of the Giiwedin family before the survey and after it. Landing is not permitted from April to August.',
  ],
  [
    'station',
    'The Station',
    'The branch line reached the bay on 1 July 1876. The last passenger train left on 30 April 1955.',
  ],
  [
    'opera-house',
    'Royal Opera House',
    'Opened on 18 May 1882. Concerts, minstrelsy, revivals, elections, moving pictures; in 1918 a hospital of thirty beds.',
  ],
  [
    'commercial-hotel',
    'The Commercial Hotel',
    'Inn since 1838. Council met in its bar parlour until 1882, and some say after.',
  ],
  ['knox', 'Knox Church', 'Built by its own congregation of stone that they cut themselves, 1857 to 1860.'],
  [
    'sainte-anne',
    'Église Sainte-Anne',
    'Élevée en 1869 par les familles de pêcheurs de la rue Lake. Built by the fishing families of Lake Street.',
  ],
  [
    'square',
    'Cenotaph',
    'To the glory of God and in memory of the thirty-four men of this town and range who did not return.',
  ],
  [
    'library',
    'Carnegie Library',
    'One of a hundred and eleven in Ontario. The reading room has kept its hours since 1908.',
  ],
  [
    'fishery',
    'The Fish Houses',
    'Eleven tugs fished from this shore in 1911. The last lift of nets was landed here on 30 September 1969.',
  ],
  [
    'woollen-mill',
    'Women of the Woollen Mill',
    'From 1868 to 1951 more women drew wages in this building than anywhere else in the county.',
  ],
  [
    'cemetery',
    'Maitland Hill',
    'Opened in the cholera summer of 1849 for thirty-one who could not be laid beside their own.',
  ],
  ['hospital', 'Cottage Hospital', 'Six hundred and forty-two children were born here between 1919 and 1978.'],
  ['brannock-hall', 'Brannock Hall', 'House of Colonel Augustus Brannock, founder and creditor of this town.'],
  ['beach', 'Lakeside Pavilion', 'Here stood the Pavilion, 1921 to 1952. It left by water.'],
  ['armoury', 'The Drill Shed', 'Raised in eleven days in June 1866 against an enemy who did not come.'],
]
