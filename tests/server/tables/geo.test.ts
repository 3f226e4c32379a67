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

const collection = (coordinates: unknown, name?: string) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { lot: '12' }, geometry: { type: 'Polygon', coordinates } }],
    ...(name && { crs: { type: 'name', properties: { name } } }),
  })
/** The first point of the first outline. */
async function firstPoint(json: string) {
  const [table] = await tablesIn('places.geojson', json)
  const [row] = await rowsOf(table!)
  const { coordinates } = JSON.parse(row!.cells[table!.headings.indexOf('geometry')]!) as { coordinates: number[][][] }
  return coordinates[0]![0]!
}

test.each([
  ['urn:ogc:def:crs:EPSG::26917', [443_000, 4_822_000], [-81.705626, 43.548774]],
  ['EPSG:32617', [443_000, 4_822_000], [-81.705626, 43.548774]],
  ['urn:ogc:def:crs:EPSG::3857', [-9_100_000, 5_400_000], [-81.746691, 43.57561]],
  ['EPSG:27700', [530_000, 180_000], [-0.128354, 51.503991]],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', [-81.123456789, 43.1], [-81.123456789, 43.1]],
])('GeoJSON in %s, which it names at its end, becomes degrees', async (name, [x, y], [longitude, latitude]) => {
  const ring = [
    [x, y, 12],
    [x! + 1e-3, y],
    [x, y! + 1e-3],
    [x, y, 12],
  ]
  const point = await firstPoint(collection([ring], name))
  expect(point[0]).toBeCloseTo(longitude!, 4)
  expect(point[1]).toBeCloseTo(latitude!, 4)
  expect(point).toHaveLength(2)
})

test.each([
  [
    [443_000, 4_822_000],
    undefined,
    'Line 1: 443000, 4822000 is no longitude and latitude, and the file names no other',
  ],
  [[443_000, 4_822_000], 'EPSG:26717', 'The coordinates are in EPSG:26717. Export the places again in longitude and'],
  [[4e9, 4e9], 'EPSG:3857', 'is no longitude and latitude, nor a place in EPSG:3857'],
])('%s in %s is refused: %s', async (place, name, sentence) => {
  expect(await refusalOf('places.geojson', collection([[place, place, place, place]], name))).toContain(sentence)
})

test('numbers that are no degrees, whatever the projection of a Shapefile says, and databases', async () => {
  const degrees = UTM17.slice(UTM17.indexOf('GEOGCS'), UTM17.indexOf(',PROJECTION'))
  expect(await refusalOf('a.zip', zipOf({ 'a.shp': SHP, 'a.prj': degrees }))).toContain('is no longitude and latitude')
  expect(await refusalOf('a.gpkg', 'SQLite format 3\0')).toContain('save its places as GeoJSON or a Shapefile')
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
