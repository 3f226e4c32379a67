import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openTestArchive, type TestArchive } from './fixtures.ts'

type Open<Archive> = () => Promise<Archive>

/** An archive that is open during all tests of a file or `describe`; default: that of SMALL_TOWN. */
export function useArchive<Archive extends TestArchive = TestArchive>(
  open: Open<Archive> = openTestArchive as Open<Archive>,
): Archive {
  const archive = {} as Archive
  beforeAll(async () => void Object.assign(archive, await open()))
  afterAll(() => archive.close())
  return archive
}

/** The same, another one for each test. */
export function useFreshArchive<Archive extends TestArchive = TestArchive>(
  open: Open<Archive> = openTestArchive as Open<Archive>,
): Archive {
  const archive = {} as Archive
  beforeEach(async () => void Object.assign(archive, await open()))
  afterEach(() => archive.close())
  return archive
}
