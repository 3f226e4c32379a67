import { build } from 'astro'
import { failedPage } from './failed-page.ts'

/**
 * The child process of the page build: runs Astro's build; astro.config.mjs reads its settings from the environment. Exits when the parent is gone, and
 * sends the error message if the build fails.
 */
process.once('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
let page: string | undefined
const write = process.stderr.write.bind(process.stderr)
process.stderr.write = ((text: string | Uint8Array, ...rest: []) => {
  page ??= failedPage(String(text))
  return write(text, ...rest)
}) as typeof process.stderr.write
try {
  await build({ root: process.cwd(), logLevel: 'error' })
  process.exit(0)
} catch (problem) {
  const reason = problem instanceof Error ? problem.message : String(problem)
  process.send!(page ? `${page} could not be rendered: ${reason}` : reason, () => process.exit(1))
}
