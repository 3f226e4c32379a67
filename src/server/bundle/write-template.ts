import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FolderNotEmpty } from './export-bundle.ts'
import { LISTS } from './lists.ts'

/** By this mark, Excel recognizes UTF-8. */
const BOM = '\uFEFF'

/** Writes every list of a bundle without rows: CSV files with their headings, and an empty FeatureCollection. Returns the file names. */
export async function writeTemplate(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new FolderNotEmpty(`The folder ${folder} is not empty.`)
  const names: string[] = []
  for (const { name, columns } of Object.values(LISTS)) {
    const [file, content] =
      name === 'locations'
        ? ['locations.geojson', '{ "type": "FeatureCollection", "features": [] }\n']
        : [`${name}.csv`, `${BOM}${Object.keys(columns).join(',')}\n`]
    await writeFile(path.join(folder, file), content, { flag: 'wx' })
    names.push(file)
  }
  return names
}
