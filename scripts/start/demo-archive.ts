import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDemoTown } from '#demo/write-demo-town.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/media/folder-store.ts'
import { showProgress } from '../archive/progress.ts'

/** Lies in DATA_DIR from before the archive is made until the demo town is in it: a start that was interrupted begins again. */
const UNFINISHED = 'demo-town-unfinished'

/** True when this start makes the demo town: the archive is not there yet, or an earlier start was interrupted while it made it. */
export function wantsDemo(config: Config, environment: Record<string, string | undefined>): boolean {
  if (environment.NODE_ENV === 'production' || config.apiUrl !== undefined) return false
  if (environment.DEMO ? !config.demo : false) return false
  return !existsSync(config.databaseFile) || existsSync(join(config.dataDir, UNFINISHED))
}

/** Draws the demo town, imports it like any other bundle, and removes the drawings' folder. */
export async function makeDemoArchive(config: Config): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true })
  const unfinished = join(config.dataDir, UNFINISHED)
  writeFileSync(unfinished, 'The demo town is being made. `npm start` goes on where this was interrupted.\n')
  const folder = mkdtempSync(join(tmpdir(), 'lotline-demo-'))
  try {
    const drawing = showProgress('Drawing the demo town', 'pictures', 1)
    await writeDemoTown(folder, { onProgress: ({ done, total }) => drawing.update(done, total) })
    drawing.end()
    await importTown(config, folder)
    rmSync(unfinished)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
  } finally {
    line?.end()
    await db.destroy()
  }
}
