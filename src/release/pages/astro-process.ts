import { build } from 'astro'
import { failedPage, pageProgress, type AstroMessage } from './run-astro.ts'

/**
 * The child process of the page build: runs Astro's build; astro.config.mjs reads its settings from the environment. Exits when the parent is gone, and
 * sends the error message if the build fails, and before that how far it is.
 */
process.once('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
let page: string | undefined
const send = (message: AstroMessage, sent = () => {}) => process.send!(message, sent)
const write = process.stderr.write.bind(process.stderr)
process.stderr.write = ((text: string | Uint8Array, ...rest: []) => {
  page ??= failedPage(String(text))
  return write(text, ...rest)
}) as typeof process.stderr.write
try {
  // The server build (renderer/) makes no pages, and Astro bundles another entry for it.
  const counted = process.env.LOTLINE_OUTPUT !== 'server'
  const integrations = counted ? [pageProgress((done, of) => send({ done, of }))] : []
  await build({ root: process.cwd(), logLevel: 'error', integrations })
  process.exit(0)
} catch (problem) {
  const reason = problem instanceof Error ? problem.message : String(problem)
  send({ failure: page ? `${page} could not be rendered: ${reason}` : reason }, () => process.exit(1))
}
