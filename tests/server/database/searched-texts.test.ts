import { join } from 'node:path'
import { test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { makeOldArchive } from './old-archive.ts'
import { BEFORE_TEXTS, expectTexts, fillOldTexts } from './searched-texts.ts'

test('records of an archive in use are found by their texts', async () => {
  const old = await makeOldArchive(join(await freshFolder(), 'archive.db'), BEFORE_TEXTS)
  await fillOldTexts(old)
  await old.destroy()
  await using now = await openDatabase(old.file)
  await expectTexts(now)
})
