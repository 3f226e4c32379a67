import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pictures of the initial map view, shown before any script runs. `src` is a path on the site; sizes in pixels. */
export interface FirstView {
  wide: FirstPicture
  /** For maps up to its size. */
  phone: FirstPicture
  /** Horizontally and vertically: true if the map's centre is in the second half of its pixel. */
  late: readonly [boolean, boolean]
}
export interface FirstPicture {
  src: string
  width: number
  height: number
}

const FILE = 'first-view.json'

/** Stored in the snapshot folder, for the page build. */
export const writeFirstView = (snapshot: string, view: FirstView): void =>
  writeFileSync(join(snapshot, FILE), JSON.stringify(view))

/** Undefined if the build made none. */
export function readFirstView(snapshot = process.env.LOTLINE_SNAPSHOT): FirstView | undefined {
  const file = snapshot && join(snapshot, FILE)
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstView) : undefined
}
