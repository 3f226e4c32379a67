import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { errorMessage } from '../archive/error-message.ts'

/** Opens the archive, which upgrades its database, and ends (while-upgrading.ts). */
try {
  await (await openArchive(readConfig(process.env), { say: console.error })).destroy()
} catch (problem) {
  console.error(errorMessage(problem) ?? problem)
  process.exitCode = 1
}
