import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A picture of the map as it opens, so that a visitor sees the town before any script runs. Addresses of the site; sizes in pixels. */
export interface FirstView {
  wide: FirstPicture
  /** For a map no larger than it. */
  phone: FirstPicture
  /** Across and down: true where the centre of the map lies nearer to the end of its pixel than to the beginning. */
  late: readonly [boolean, boolean]
}
export interface FirstPicture {
  src: string
  width: number
  height: number
}

const FILE = 'first-view.json'

/** Says in a snapshot folder that there is such a picture, for the pages that are built of it. */
export const writeFirstView = (snapshot: string, view: FirstView): void =>
  writeFileSync(join(snapshot, FILE), JSON.stringify(view))

/** Undefined where the build made none. */
export function readFirstView(snapshot = process.env.LOTLINE_SNAPSHOT): FirstView | undefined {
  const file = snapshot && join(snapshot, FILE)
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstView) : undefined
}
