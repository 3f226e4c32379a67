import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { writeDemoTown } from '#demo/write-demo-town.ts'
import { codeVersion } from '#release/code-version.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/media/folder-store.ts'
import { SHOWN_FORMATS } from '#server/scans/derivatives.ts'
import { showProgress } from '../archive/progress.ts'
import { addDemoAccounts } from './demo-accounts.ts'
import { assignDemoAuthors } from './demo-authors.ts'
import { addDemoMaps } from './demo-maps.ts'

/**
 * The town is drawn in this folder of DATA_DIR, which is removed when the archive holds it. A folder that is still there tells of a start that
 * was interrupted: the pictures in it are whole, and the next start goes on with the rest.
 */
const DRAWINGS = 'demo-town-unfinished'
/** In that folder: which code drew it. Other code may draw another town, so it starts again. */
const DRAWN_BY = 'drawn-by'

/** True when this start makes the demo town: the archive is not there yet, or an earlier start was interrupted while it made it. */
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

/** Makes the folder where it is missing. Returns the names of the pictures that an interrupted start left in it. */
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
  const db = await openDatabase(config.databaseFile)
  let line: ReturnType<typeof showProgress> | undefined
  let step = ''
  try {
    const report = await importBundle({
      folder,
      db,
      media: createFolderStore(config.mediaDir),
      tilesDir: config.overlaysDir,
      // AVIF, JPEG and tiles can wait for their first request: whoever starts Lotline for the first time cannot.
      formats: SHOWN_FORMATS,
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
