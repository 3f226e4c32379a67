import type { PictureKind } from '../pictures/spec.ts'

export const VIEWS: [kind: PictureKind, zone: string, title: string, text: string, subjects: string[], from: number, to: number, size?: [number, number]][] = [
  ['beach', 'beach', 'Bathers at the Main Beach', 'Sunday afternoon on the sand below King Street. Costumes could be hired at the Pavilion for ten cents, wet.', ['bathing', 'tourism'], 1922, 1951],
  ['beach', 'beach', 'High water at the Pavilion', 'The water reached the dance floor; there was dancing on the hill that week.', ['bathing', 'storms'], 1922, 1951],
  ['pond', 'river-park', 'Skating on the mill pond', 'Until ten on Saturdays. The ice was cut from the far end only.', ['winter', 'leisure'], 1870, 1975],
  ['pond', 'river-park', 'Ice cutting on the Maskinonge', 'Cakes of four hundred pounds for the creamery and the fish houses, sawn by hand until 1926.', ['ice', 'winter'], 1880, 1926],
  ['graves', 'cemetery', 'Gravestones at Maitland Hill', 'The oldest row, moved up from the bluff. Lichen has the dates.', ['funerals'], 1900, 2005],
  ['graves', 'rc-cemetery', 'Croix de fer, Cimetière Sainte-Anne', 'Iron crosses cast at the Huron Foundry for the lake-drowned. Les noms sont peints, non gravés.', ['funerals', 'french'], 1905, 2001],
  ['farm', 'LRE', 'Threshing on the Lake Range', 'A gang of fourteen and a separator that went from farm to farm until the snow.', ['threshing', 'farming'], 1882, 1946],
  ['farm', 'LRE', 'Apple harvest', 'Northern Spy for the barrel trade; ladders by the cooper.', ['orchards'], 1875, 1950],
  ['lighthouse', 'lighthouse', 'The Harbour Light', 'Fresh white paint, done each May before the insurance man came.', ['lighthouse'], 1875, 2005, [420, 1260]],
  ['lighthouse', 'lighthouse', 'Sea over the light', 'After the November gale; the catwalk is gone.', ['lighthouse', 'storms'], 1905, 1960],
  ['panorama', 'bluff-park', 'Panorama of the harbour from the bluff', 'Taken with a swing-lens camera in one turn; the ends do not quite meet.', ['panoramas', 'harbour'], 1902, 1948, [2000, 500]],
  ['panorama', 'elevator', 'The town from the elevator roof', 'Looking west over Railway and Wellington Streets to the lake.', ['panoramas', 'grain'], 1905, 1966, [1800, 450]],
  ['aerial', 'square', 'Brannock Bay from the air', 'Oblique view by a barnstormer who took passengers up for three dollars; the survey of 1835 can be read like a plan.', ['aerial', 'surveys'], 1921, 1939],
  ['fire', 'mill', 'The mill on fire', 'Exposed by the light of the fire itself at about eleven at night. Sparks carried to the French church.', ['millfire', 'milling'], 1896, 1896],
  ['fire', 'planing-mill', 'Fire at the planing mill', 'The pumper arrived in good time; the hydrant was frozen.', ['fires', 'firebrigade'], 1938, 1938],
  ['street', 'square', 'Waiting for the parade', 'Main Street at the square, before the bands. The Lodge came last, behind its own dust.', ['parades'], 1880, 1990],
  ['station', 'station', 'Train time', 'The evening mixed, with more people to see it than to ride in it.', ['railway'], 1877, 1954],
  ['harbour', 'wharf', 'Grain teams waiting at the wharf', 'Sixty-one wagons were counted back to Church Street.', ['grain', 'piers'], 1866, 1903],
  ['harbour', 'fishery', 'Net reels at the fish houses', 'Drying in a west wind. Each family had its own tar.', ['nets', 'fishing'], 1880, 1962],
  ['ship', 'islands', 'Sails off the Gull Islands', 'From the families’ fishing camp on the largest island, known in the language as Gayaashko-minisan.', ['anishinaabe', 'fishing'], 1872, 1935],
]
