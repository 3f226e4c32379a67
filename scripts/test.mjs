#!/usr/bin/env node
// `npm test [-- PART …]`: from a bare clone to a count of tests. The work is in tests/runner.
import { ensureInstalled, runOnPinnedNode } from './setup/install.mjs'

ensureInstalled()
runOnPinnedNode('tests/runner/main.ts')
