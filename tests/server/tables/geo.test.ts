import { expect, test } from 'vitest'
import { refusalOf, rowsOf, tablesIn, zipOf } from './make-files.ts'

const UTM17 =
  'PROJCS["NAD83 / UTM zone 17N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-81],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]'

/** One polygon, by the ESRI Shapefile Technical Description. */
function shpOf(ring: readonly [number, number][]): Buffer {
  const content = Buffer.alloc(48 + ring.length * 16)
  content.writeInt32LE(5, 0)
  const box = [
    Math.min(...ring.map(([x]) => x)),
    Math.min(...ring.map(([, y]) => y)),
    Math.max(...ring.map(([x]) => x)),
    Math.max(...ring.map(([, y]) => y)),
  ]
  for (const [at, value] of box.entries()) content.writeDoubleLE(value, 4 + at * 8)
  content.writeInt32LE(1, 36)
  content.writeInt32LE(ring.length, 40)
  for (const [at, [x, y]] of ring.entries()) {
    content.writeDoubleLE(x, 48 + at * 16)
    content.writeDoubleLE(y, 56 + at * 16)
  }
  const record = Buffer.alloc(8)
  record.writeInt32BE(1, 0)
  record.writeInt32BE(content.length / 2, 4)
  const header = Buffer.alloc(100)
  header.writeInt32BE(9994, 0)
  header.writeInt32BE((108 + content.length) / 2, 24)
  header.writeInt32LE(1000, 28)
  header.writeInt32LE(5, 32)
  for (const [at, value] of box.entries()) header.writeDoubleLE(value, 36 + at * 8)
  return Buffer.concat([header, record, content])
}

/** A dBase table of texts with one row. */
function dbfOf(row: Record<string, string>): Buffer {
  const fields = Object.entries(row)
  const header = Buffer.alloc(32 + fields.length * 32 + 1)
  header[0] = 3
  header.writeUInt32LE(1, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(1 + fields.length * 30, 10)
  for (const [at, [name]] of fields.entries()) {
    header.write(name, 32 + at * 32, 'latin1')
    header.write('C', 32 + at * 32 + 11, 'latin1')
    header[32 + at * 32 + 16] = 30
  }
  header[header.length - 1] = 0x0d
  const text = fields.map(([, value]) => Buffer.from(value.padEnd(30), 'utf8').subarray(0, 30))
  return Buffer.concat([header, Buffer.from(' '), ...text, Buffer.from([0x1a])])
}

const SHP = shpOf([
  [443_000, 4_822_000],
  [443_000, 4_822_100],
  [443_100, 4_822_100],
  [443_100, 4_822_000],
  [443_000, 4_822_000],
])
const DBF = dbfOf({ ROLL_NUM: '4031010001001000123', ADDRESS: '12 Main St' })

test('a Shapefile in a projection becomes longitude and latitude, and keeps long roll numbers', async () => {
  const zip = zipOf({
    'town/Parcels.shp': SHP,
    'town/Parcels.dbf': DBF,
    'town/Parcels.PRJ': UTM17,
    'town/Parcels.cpg': 'UTF-8',
  })
  const [table] = await tablesIn('parcels.zip', zip)
  expect(table!.headings).toEqual(['ROLL_NUM', 'ADDRESS', 'geometry'])
  const [row] = await rowsOf(table!)
  expect(row!.cells.slice(0, 2)).toEqual(['4031010001001000123', '12 Main St'])
  const { type, coordinates } = JSON.parse(row!.cells[2]!) as { type: string; coordinates: number[][][] }
  expect(type).toBe('Polygon')
  expect(coordinates[0]![0]![0]).toBeCloseTo(-81.706, 2)
  expect(coordinates[0]![0]![1]).toBeCloseTo(43.548, 2)
})

test('without its projection it is refused, and so is a damaged one', async () => {
  expect(await refusalOf('parcels.zip', zipOf({ 'Parcels.shp': SHP, 'Parcels.dbf': DBF }))).toContain(
    'Parcels.prj is missing',
  )
  expect(await refusalOf('parcels.zip', zipOf({ 'Parcels.shp': SHP.subarray(0, 40), 'Parcels.prj': UTM17 }))).toContain(
    "The Shapefile Parcels can't be read",
  )
  expect(await refusalOf('parcels.zip', zipOf({ 'Parcels.shp': SHP, 'Parcels.prj': 'PROJCS[' }))).toContain(
    "The Shapefile Parcels can't be read",
  )
})

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>The Mill</name>
<ExtendedData><Data name="lot"><value>12A</value></Data></ExtendedData>
<Polygon><outerBoundaryIs><LinearRing><coordinates>-81.7,43.55,0 -81.699,43.55,0 -81.699,43.551,0 -81.7,43.55,0</coordinates></LinearRing></outerBoundaryIs></Polygon>
</Placemark></Document></kml>`

test('KML and KMZ', async () => {
  for (const [name, content] of [
    ['town.kml', KML],
    ['town.kmz', zipOf({ 'doc.kml': KML })],
  ] as const) {
    const [table] = await tablesIn(name, content)
    expect(table!.headings).toEqual(expect.arrayContaining(['name', 'lot', 'geometry']))
    const [row] = await rowsOf(table!)
    expect(row!.cells[table!.headings.indexOf('name')]).toBe('The Mill')
    expect(row!.cells[table!.headings.indexOf('geometry')]).toContain('"Polygon"')
  }
})
