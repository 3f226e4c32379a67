import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { closeOnSignal, serve } from '#server/main.ts'
import { createSite } from '#server/site/site.ts'

/** `npm run serve`: the API and the site on one port. */
const PROBLEMS: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) => `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1}.`,
  EACCES: (port) => `This user may not use port ${port}. Choose one above 1023: PORT=4321.`,
}

try {
  const config = readConfig(process.env)
  try {
    const app = await serve(config, { site: createSite(join(config.dataDir, 'site')), log: process.env.LOG !== '0' })
    closeOnSignal(app)
    process.send?.('listening')
  } catch (problem) {
    const sentence = PROBLEMS[(problem as NodeJS.ErrnoException).code ?? '']
    if (!sentence) throw problem
    console.error(sentence(config.port))
    process.exitCode = 1
  }
} catch (problem) {
  console.error(problem instanceof ConfigError ? problem.message : problem)
  process.exitCode = 1
}
