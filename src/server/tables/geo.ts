import { readFile } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import { kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import proj4 from 'proj4'
import { combine, parseDbf, parseShp } from 'shpjs'
import { intoDegrees } from './crs.ts'
import { tableOfObjects } from './objects.ts'
import { type RawTable, UnreadableTable } from './table.ts'
import { readPart } from './zip.ts'

interface Feature {
  properties: Record<string, unknown> | null
  geometry: unknown
}

const tableOfFeatures = (features: readonly Feature[], sheet: string): RawTable => ({
  ...tableOfObjects(() => features.map((each) => ({ cells: { ...each.properties, geometry: each.geometry } }))),
  sheet,
})

/** A Shapefile, whose parts are called alike: outlines, attributes, projection, encoding. `read` gives one by its ending. @throws {UnreadableTable} */
async function readShapefile(name: string, read: (ending: string) => Promise<Buffer | undefined>): Promise<RawTable> {
  const [shp, dbf, prj, cpg] = await Promise.all(['shp', 'dbf', 'prj', 'cpg'].map(read))
  if (!prj)
    throw new UnreadableTable(
      `${name}.prj is missing: nobody knows what the numbers of the outlines mean. Give all files of the Shapefile, as a zip file or in one folder.`,
    )
  try {
    // shpjs goes on without a projection that it cannot read.
    proj4(prj.toString())
    const rows = parseShp(shp!, prj.toString())
    const attributes = dbf ? parseDbf(dbf, cpg ?? Buffer.alloc(0)) : []
    const features = combine([rows, attributes] as never).features as Feature[]
    for (const [at, { geometry }] of features.entries()) intoDegrees(undefined)(geometry, at + 1)
    return tableOfFeatures(features, name)
  } catch (error) {
    throw new UnreadableTable(`The Shapefile ${name} can't be read: ${(error as Error).message}.`, { cause: error })
  }
}

const isShape = (name: string) => /\.shp$/i.test(name) && !name.includes('__MACOSX')

/** The Shapefiles in a zip file with these names. @throws {UnreadableTable} */
export function readShapefiles(path: string, names: readonly string[]): Promise<RawTable[]> {
  const read = (base: string) => async (ending: string) => {
    const name = names.find((each) => each.toLowerCase() === `${base}.${ending}`.toLowerCase())
    return name === undefined ? undefined : await buffer(readPart(path, name))
  }
  const bases = names.filter(isShape).map((name) => name.replace(/\.shp$/i, ''))
  return Promise.all(bases.map((base) => readShapefile(base.split('/').at(-1)!, read(base))))
}

/** A Shapefile of several files in a folder. @throws {UnreadableTable} */
export async function readLooseShapefile(path: string): Promise<RawTable[]> {
  const base = path.replace(/\.shp$/i, '')
  const read = async (ending: string) => {
    const own = await readFile(`${base}.${ending}`).catch(() => undefined)
    return own ?? (await readFile(`${base}.${ending.toUpperCase()}`).catch(() => undefined))
  }
  return [await readShapefile(base.split(/[/\\]/).at(-1)!, read)]
}

/** The placemarks of a KML file. @throws {UnreadableTable} */
async function readKmlText(xml: string): Promise<RawTable[]> {
  try {
    const document = new DOMParser({ onError: () => {} }).parseFromString(xml, 'text/xml')
    return [tableOfFeatures(kml(document as never).features as Feature[], 'places')]
  } catch (error) {
    throw new UnreadableTable(`The KML file can't be read: ${(error as Error).message}.`, { cause: error })
  }
}
export const readKml = async (path: string): Promise<RawTable[]> => await readKmlText(await readFile(path, 'utf8'))
/** KML in a zip file. */
export const readKmz = async (path: string, name: string): Promise<RawTable[]> =>
  await readKmlText(await text(readPart(path, name)))
