import { readConfig } from '#server/config.ts'
import { errorMessage } from '../archive/error-message.ts'
import { addLeftMaps, makeDemoArchive, makeDemoThumbnails } from './demo-archive.ts'
import type { DemoStage } from './run-demo.ts'

/**
 * The child process of run-demo.ts: drawing takes a gigabyte, which is freed with it. It ends at once when its parent does; what was finished is kept, and
 * the next start continues.
 */
process.once('disconnect', () => process.exit(1))
// The one that started this one may have ended meanwhile.
if (process.connected === false) process.exit(1)
process.channel?.unref()

const config = readConfig(process.env)
try {
  if ((process.argv[2] as DemoStage) === 'town') await makeDemoArchive(config)
  else {
    await makeDemoThumbnails(config)
    await addLeftMaps(config)
  }
} catch (problem) {
  console.error(errorMessage(problem) ?? problem)
  process.exitCode = 1
}
