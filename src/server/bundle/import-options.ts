import type { ImageFormat } from '#contract/scan.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Trx } from '../database/tables.ts'
import type { PictureLimits } from '../scans/inspect-picture.ts'
import type { MediaStore } from '../storage/media-store.ts'

/** Progress in bytes (check), pictures, hundredths of old maps, or rows. */
export interface Progress {
  step: 'check' | 'pictures' | 'maps' | 'write'
  done: number
  total: number
}

export interface ImportOptions {
  folder: string
  /** Where the files lie that rows name. Default: in the folder. */
  filesFolder?: string
  db: ArchiveDatabase
  media: MediaStore
  /** Folder of the tiles of old maps; required for a bundle that has some. */
  tilesDir?: string
  onProgress?: (progress: Progress) => void
  /** Formats to make of each picture now; others are made at the first request. Default: all. */
  formats?: readonly ImageFormat[]
  /** Makes no sizes of pictures now and queues them for the server, for a fast first start. */
  picturesLater?: boolean
  /** Whether to make tiles of scans now. Default: with all formats. */
  tiles?: boolean
  /** Configured limits for pictures. */
  limits?: PictureLimits
  /** Only checks and reports. */
  dryRun?: boolean
  /** Imports valid rows even if others are not. */
  skipBad?: boolean
  /** Files and folders of the bundle that are left aside, with `/`. */
  ignored?: readonly string[]
  /** File for rows left out, with the reasons (only with `skipBad`). */
  rejectedFile?: string
  /** What the rows are known by, with their keys; by default what bundle.json says, or else the folder's name. */
  source?: string
  /** Takes the bundle's values also where somebody edited the record here. */
  replace?: boolean
  /** Asks for a rebuild of the site. */
  rebuild?: boolean
  /** Who imports; missing for the command line. */
  caller?: Caller
  /** What new records are: with `draft` all of them, with `published` those whose rows say nothing else. */
  status?: 'draft' | 'published'
  /** Called in the transaction of the import, with the `batch` of its operation. */
  onWritten?: (trx: Trx, batch: string) => Promise<void>
}
