import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { SHOWN_FORMATS } from '#server/scans/derivatives.ts'
import { freshArchive } from './fresh-archive.ts'

/** A real collection beside the checkout, where there is one: thousands of rows that nobody made for a test. */
const folder = resolve(import.meta.dirname, '../../../../shared/real-archive')
const present = existsSync(folder)

test.skipIf(!present)(
  `a real collection comes in${present ? '' : ' (skipped: there is none beside the checkout)'}`,
  async () => {
    const { db, media } = await freshArchive()
    const refused = await importBundle({ folder, db, media })
    expect(refused.imported).toBe(false)
    expect(refused.issues.map(({ file, line }) => `${file}:${line}`)).toContain('lots.json:26')
    const { lists, imported } = await importBundle({
      folder,
      db,
      media,
      skipBad: true,
      // Making sizes is most of the work, and not looked at here.
      formats: SHOWN_FORMATS,
      picturesLater: true,
    })
    expect(imported).toBe(true)
    const rejected = lists.reduce((sum, each) => sum + each.rejected, 0)
    const rows = lists.reduce((sum, each) => sum + each.rows, 0)
    expect(rejected / rows).toBeLessThan(0.002)
    expect((await examineArchive({ db, media })).findings).toEqual([])
  },
  // Half a minute on a quiet machine; beside the other tests several.
  600_000,
)
