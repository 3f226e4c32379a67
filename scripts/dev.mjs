#!/usr/bin/env node
// `npm run dev`: the API and Astro's dev server on the demo town, on one address, with live reload. The work is in scripts/start/dev.ts.
import { ensureInstalled, runOnPinnedNode } from './setup/install.mjs'

ensureInstalled()
runOnPinnedNode('scripts/start/dev.ts')
