import { build } from 'astro'

/**
 * The child process of the page build: runs Astro's build; astro.config.mjs reads its settings from the environment. Exits when the parent is gone, and
 * sends the error message if the build fails.
 */
process.once('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
try {
  await build({ root: process.cwd(), logLevel: 'error' })
  process.exit(0)
} catch (problem) {
  const reason = problem instanceof Error ? problem.message : String(problem)
  process.send!(reason, () => process.exit(1))
}
