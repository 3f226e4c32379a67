import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { workbookOf } from '#server/tables/write-xlsx.ts'

/** Rows of the catalogue; the last one has no picture. */
export const ROWS = 40
/** Pictures: a front for each row but the last, the backs of five postcards, and one that nobody wrote down. */
export const PICTURES = 45

const STREETS = ['Main Street', 'Mill Road', 'Harbour Street', 'Church Street', 'Station Street']
const SIGHTS = ['in winter', 'after the flood', 'on market day', 'looking north', 'with the band']
const PHOTOGRAPHERS = ['Teasdale, Orpha', 'Orpha Teasdale', 'Studio Quillfeather', '']

const identifier = (series: string, row: number) => `${series}.${String(row).padStart(3, '0')}`

interface Wanted {
  /** Set before every name, so that one evening is told apart from another. */
  mark: string
  /** Identifiers begin with it. */
  series: string
  /** A name that is almost that of somebody in the archive. */
  almost: string
  /** Longitude and latitude where the parcels begin. */
  corner: readonly [number, number]
}

const HEADINGS = ['Object ID', 'Title', 'Photographer', 'Date', 'People', 'Keywords', 'Link', 'Shelf mark']

function catalogue({ mark, series, almost }: Wanted): string[][] {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const row = at + 1
    const who = row === 3 ? almost : row % 4 === 0 ? `Abernethy ${mark}, Fenella; Abernethy ${mark}, Ivo` : ''
    return [
      identifier(series, row),
      `${STREETS[at % 5]} ${SIGHTS[Math.floor(at / 5) % 5]} ${mark} ${row}`,
      PHOTOGRAPHERS[at % 4]!,
      // No row shows whether the day or the month is first.
      row % 3 === 0 ? `${(row % 9) + 1}/4/1905` : row % 3 === 1 ? String(1890 + row) : '',
      who,
      row % 2 === 0 ? 'streets; winter' : 'streets',
      // One is mended in place.
      row === ROWS ? 'our old website' : '',
      `Box ${row}`,
    ]
  })
  return [HEADINGS, ...rows]
}

/** Three generations; the youngest may be living. */
const family = (mark: string) =>
  [
    '0 HEAD',
    '1 GEDC',
    '2 VERS 5.5.1',
    '1 CHAR UTF-8',
    ...person('I1', `Ivo /Abernethy ${mark}/`, 'M', '12 MAR 1871', '1940'),
    ...person('I2', `Fenella /Abernethy ${mark}/`, 'F', 'ABT 1874', '1951'),
    ...person('I3', `Ros /Abernethy ${mark}/`, 'F', '3 APR 1902', '1987'),
    ...person('I4', `Wilf /Abernethy ${mark}/`, 'M', '1 JUN 1990', ''),
    '0 @F1@ FAM',
    '1 HUSB @I1@',
    '1 WIFE @I2@',
    '1 CHIL @I3@',
    '0 @F2@ FAM',
    '1 WIFE @I3@',
    '1 CHIL @I4@',
    '0 TRLR',
  ].join('\r\n')

const person = (id: string, name: string, sex: string, born: string, died: string) => [
  ...[`0 @${id}@ INDI`, `1 NAME ${name}`, `1 SEX ${sex}`, '1 BIRT', `2 DATE ${born}`],
  ...(died ? ['1 DEAT', `2 DATE ${died}`] : []),
]

/** Five parcels in a row, with a property that is nothing of ours. */
const parcels = ({ mark, corner: [east, north] }: Wanted) => {
  const size = 0.0004
  const features = Array.from({ length: 5 }, (_, at) => {
    const west = east + at * size
    const ring = [
      ...[
        [west, north],
        [west + size, north],
        [west + size, north + size],
        [west, north + size],
      ],
      [west, north],
    ]
    const properties = { name: `Parcel ${mark} ${at + 1}`, address: `${at + 1} Lane ${mark}`, ROLL: `43-${at}` }
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}

/** A small picture; another number is another file. */
function picture(number: number, mark: string): Promise<Buffer> {
  const hue = (number * 47 + mark.length) % 360
  const drawing = `<svg width="480" height="320"><rect width="480" height="320" fill="hsl(${hue} 25% 62%)"/><path d="M0 230 L${60 + number * 7} 130 L480 240 V320 H0Z" fill="hsl(${hue} 20% 38%)"/><text x="20" y="305" font-size="20" fill="#fff">${number} ${mark}</text></svg>`
  return sharp(Buffer.from(drawing)).jpeg({ quality: 70 }).toBuffer()
}

/** Lays an evening's work of a society into `folder`: a catalogue, a drawer of scans, a family file and parcels. */
export async function layEvening(folder: string, wanted: Wanted): Promise<void> {
  const scans = join(folder, 'scans')
  mkdirSync(scans, { recursive: true })
  const backs = [2, 4, 6, 8, 10].map((row) => `${identifier(wanted.series, row)}-back`)
  const fronts = Array.from({ length: ROWS - 1 }, (_, at) => identifier(wanted.series, at + 1))
  for (const [at, name] of [...fronts, ...backs, 'IMG_0032'].entries())
    writeFileSync(join(scans, `${name}.jpg`), await picture(at + 1, wanted.mark))
  await workbookOf([{ sheet: 'Catalogue', data: catalogue(wanted) }]).toFile(join(folder, 'catalogue.xlsx'))
  writeFileSync(join(folder, 'family.ged'), family(wanted.mark))
  writeFileSync(join(folder, 'parcels.geojson'), parcels(wanted))
}
