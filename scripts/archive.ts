#!/usr/bin/env node
import { runArchive } from './archive/program.ts'

await runArchive(process.argv.slice(2))
