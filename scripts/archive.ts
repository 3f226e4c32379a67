#!/usr/bin/env node
import { runArchive } from './archive/program.ts'

if (process.send) {
  // Started by a server: ends with it. The server starts it again.
  process.once('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
  process.channel?.unref()
}
await runArchive(process.argv.slice(2))
