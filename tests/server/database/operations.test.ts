import { join } from 'node:path'
import { test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { makeOldArchive } from './old-archive.ts'
import { expectUndone, fillOldLogs } from './old-operations.ts'

test('what could be undone before the upgrade can be undone after it', async () => {
  const old = await makeOldArchive(join(await freshFolder(), 'archive.db'), '0030-pending-search')
  await fillOldLogs(old)
  await old.destroy()
  await using db = await openDatabase(old.file)
  await expectUndone(db)
})
