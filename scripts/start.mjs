#!/usr/bin/env node
// `npm start`: from a bare clone to the town in a browser, on any Node from 20. The work is in scripts/start.
import { ensureInstalled, runOnPinnedNode } from './setup/install.mjs'

ensureInstalled({ tools: false })
runOnPinnedNode('scripts/start/main.ts')
