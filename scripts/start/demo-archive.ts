import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { writeDemoTown } from '#demo/write-demo-town.ts'
import { codeVersion } from '#release/code-version.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { SHOWN_FORMATS } from '#server/scans/derivatives.ts'
import { showProgress } from '../archive/progress.ts'
import { addDemoAccounts } from './demo-accounts.ts'
import { assignDemoAuthors } from './demo-authors.ts'
import { addDemoMaps } from './demo-maps.ts'

/**
 * The town is drawn into this folder of DATA_DIR, which is removed after the import. If it still exists, a start was interrupted: the pictures in it are
 * complete, and the next start continues.
 */
const DRAWINGS = 'demo-town-unfinished'
/** In that folder: the version of the code that drew it. With another version, drawing starts over. */
const DRAWN_BY = 'drawn-by'

/** True if this start must create the demo town: there is no archive, or an earlier start was interrupted. */
export function wantsDemo(config: Config, environment: Record<string, string | undefined>): boolean {
  if (environment.NODE_ENV === 'production' || config.apiUrl !== undefined) return false
  if (environment.DEMO ? !config.demo : false) return false
  return !existsSync(config.databaseFile) || existsSync(join(config.dataDir, DRAWINGS))
}

/** Draws the demo town, imports it like any other bundle, adds the demo accounts and the maps, and removes the drawings. */
export async function makeDemoArchive(config: Config): Promise<void> {
  const folder = join(config.dataDir, DRAWINGS)
  const drawn = openDrawings(folder)
  const line = showProgress('Drawing the demo town', 'pictures')
  await writeDemoTown(folder, {
    only: (name) => !drawn.has(name),
    onProgress: ({ done, total }) => line.update(done, total),
  })
  line.end()
  await importTown(config, folder)
  await addDemoMaps(config, folder)
  rmSync(folder, { recursive: true })
}

/** Creates the folder if needed. Returns the names of the pictures that an interrupted start left in it. */
function openDrawings(folder: string): Set<string> {
  const code = codeVersion()
  const mark = join(folder, DRAWN_BY)
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== code) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'images'), { recursive: true })
    writeFileSync(mark, code)
  }
  const whole = readdirSync(join(folder, 'images')).filter((file) => !file.endsWith('.part'))
  return new Set(whole.map((file) => parse(file).name))
}

async function importTown(config: Config, folder: string): Promise<void> {
  const db = await openArchive(config)
  let line: ReturnType<typeof showProgress> | undefined
  let step = ''
  try {
    const report = await importBundle({
      folder,
      db,
      media: createFolderStore(config.mediaDir, config.trashDir),
      tilesDir: config.overlaysDir,
      // A fast first start: thumbnails now, other sizes later, in the background.
      formats: SHOWN_FORMATS,
      smallestOnly: true,
      onProgress(progress) {
        if (progress.step !== step) {
          line?.end()
          step = progress.step
          line = showProgress(`Importing: ${step}`, step === 'check' ? 'bytes' : 'records', 1)
        }
        line?.update(progress.done, progress.total)
      },
    })
    const [first] = report.issues
    if (!report.imported) {
      throw new Error(
        `The demo town could not be imported: ${first ? `${first.file} ${first.field}: ${first.reason}` : ''}`,
      )
    }
    await addDemoAccounts(db)
    await assignDemoAuthors(db)
  } finally {
    line?.end()
    await db.destroy()
  }
}
