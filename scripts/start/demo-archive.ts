import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { DEMO_SETTINGS, demoLinks } from '#demo/settings.ts'
import { JOBS, mapsOf } from '#demo/maps/catalogue.ts'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { writeDemoMaps } from '#demo/maps/write-demo-maps.ts'
import { writeDemoTown } from '#demo/write-demo-town.ts'
import { codeVersion } from '#release/code-version.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { Config } from '#server/config.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { requestRebuild } from '#server/jobs/builds.ts'
import { addMapLayers } from '#server/repositories/map-layers.ts'
import { makeSmallestSizes } from '#server/scans/picture-tasks.ts'
import { storeSettings } from '#server/settings/write-settings.ts'
import { showProgress } from '../archive/progress.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { addDemoAccounts } from './demo-accounts.ts'
import { assignDemoAuthors } from './demo-authors.ts'
import { drawingsFolder, leftMapsFolder } from './demo-folders.ts'
import { FIRST_JOBS, FIRST_LAYERS, addDemoMaps } from './demo-maps.ts'

/** In the folder of drawings: the version of the code that drew them. With another version, drawing starts over. */
const DRAWN_BY = 'drawn-by'

/**
 * Draws the demo town, imports it like any other bundle, and adds the demo accounts and the base map. The pictures have no sizes yet, and the other maps are
 * left for later.
 */
export async function makeDemoArchive(config: Config): Promise<void> {
  const folder = drawingsFolder(config)
  const mapsFolder = join(folder, 'maps')
  const drawn = openDrawings(folder)
  const line = showProgress('Drawing the demo town', 'pictures')
  await Promise.all([
    writeDemoTown(folder, {
      only: (name) => !drawn.has(name),
      onProgress: ({ done, total }) => line.update(done, total),
    }),
    // All years of a flight at once: they share the ground, which is most of the work.
    writeDemoMaps(mapsFolder, { layers: FIRST_JOBS.flatMap(mapsOf).map(({ layer }) => layer) }),
  ])
  line.end()
  const db = await openArchive(config)
  try {
    await importTown(config, db, folder)
    await addDemoMaps(config, db, { folder: mapsFolder, layers: FIRST_LAYERS })
  } finally {
    await db.destroy()
  }
  const left = leftMapsFolder(config)
  rmSync(left, { recursive: true, force: true })
  renameSync(folder, left)
  rmSync(join(left, 'images'), { recursive: true })
}

/** Makes the smallest size of every picture, which cards and lists show. One that a visitor asks for before is made at once. */
export async function makeDemoThumbnails(config: Config): Promise<void> {
  const db = await openArchive(config)
  try {
    await makeSmallestSizes(db, openMediaStore(config))
  } finally {
    await db.destroy()
  }
}

/** Adds the maps that a first start leaves for later, the old maps before the other aerial photographs, and asks for pages that name them. */
export async function addLeftMaps(config: Config): Promise<void> {
  const left = leftMapsFolder(config)
  const db = await openArchive(config)
  try {
    // An archive made before its layers were in the bundle.
    await inTransaction(db, (trx) => addMapLayers(trx, DEMO_MAP_LAYERS))
    for (const job of JOBS.toReversed()) {
      const layers = mapsOf(job).map(({ layer }) => layer)
      // In one thread: the other processors are for the server.
      await addDemoMaps(config, db, { folder: join(left, 'maps'), layers, threads: 0 })
    }
    await inTransaction(db, (trx) => requestRebuild(trx, 'Added the other maps of the demo town'))
  } finally {
    await db.destroy()
  }
  rmSync(left, { recursive: true })
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

async function importTown(config: Config, db: ArchiveDatabase, folder: string): Promise<void> {
  let line: ReturnType<typeof showProgress> | undefined
  let step = ''
  try {
    const report = await importBundle({
      folder,
      db,
      media: openMediaStore(config),
      tilesDir: config.overlaysDir,
      source: 'demo-town',
      picturesLater: true,
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
    await inTransaction(db, (trx) => storeSettings(trx, { ...DEMO_SETTINGS, ...demoLinks(siteAddress(config)) }))
    await addDemoAccounts(db)
    await assignDemoAuthors(db)
  } finally {
    line?.end()
  }
}
