import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { heapLimit } from '../memory.ts'
import type { AstroIntegration } from 'astro'

/** The project: Astro's output must be below it, so that its bundles find node_modules. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PROCESS = fileURLToPath(new URL('./astro-process.ts', import.meta.url))

/** What the child process says: how many pages are rendered, or why it fails. */
export type AstroMessage = { done: number; of: number } | { failure: string }

/** Runs Astro's build in a child process; astro.config.mjs reads the settings. Throws the reason if it fails. */
export async function runAstro(
  settings: Record<string, string>,
  onPage?: (done: number, of: number) => void,
): Promise<void> {
  const child = fork(PROCESS, [], {
    cwd: ROOT,
    env: { ...process.env, ...settings, ASTRO_TELEMETRY_DISABLED: '1' },
    // MiB. The buffers of pages must die young: at 16, those that grew old made V8 mark the whole heap for every 64 MB of them, 45 % of the processor
    // time at 500,000 items. Still larger ones would only use more memory.
    execArgv: [...process.execArgv, ...heapLimit(), '--max-semi-space-size=64'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  let reason: string | undefined
  child.on('message', (message: AstroMessage) => {
    if ('failure' in message) reason = message.failure
    else onPage?.(message.done, message.of)
  })
  try {
    // All messages have been read only after both events.
    const [[code, signal]] = (await Promise.all([once(child, 'exit'), once(child, 'disconnect')])) as [
      [number | null, string | null],
      unknown,
    ]
    if (code !== 0) throw new Error(reason ?? `The page build ended with ${signal ?? `code ${code}`}.`)
  } finally {
    process.off('exit', stop)
  }
}

/** The page of Astro's message about an error in a template. The error itself doesn't name it. */
export const failedPage = (text: string): string | undefined => /Caught error rendering (\/\S*): /.exec(text)?.[1]

/** Tells now and then how many of the pages are rendered: in a large archive that takes minutes, in which nothing else is heard of the build. */
export const pageProgress = (onProgress: (done: number, of: number) => void, every = 200): AstroIntegration => ({
  name: 'lotline:page-progress',
  hooks: {
    'astro:build:start': ({ setPrerenderer }) =>
      setPrerenderer((standard) => {
        let [done, of] = [0, 0]
        return {
          ...standard,
          async getStaticPaths() {
            const paths = await standard.getStaticPaths()
            of = paths.length
            return paths
          },
          async render(request, options) {
            const page = await standard.render(request, options)
            if (++done % every === 0) onProgress(done, of)
            return page
          },
        }
      }),
  },
})
