import { ConfigError, readConfig } from '#server/config.ts'
import { closeOnSignal, serve } from '#server/main.ts'

try {
  const config = readConfig(process.env)
  const app = await serve(config, { log: true })
  closeOnSignal(app)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
