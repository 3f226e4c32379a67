#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { COMPILE_CACHE } from './build-site/compile-cache.ts'

if (process.send) {
  // Started by a server: ends with it. The server starts it again.
  process.once('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
  process.channel?.unref()
}
enableCompileCache(COMPILE_CACHE)
const { runArchive } = await import('./archive/program.ts')
await runArchive(process.argv.slice(2))
