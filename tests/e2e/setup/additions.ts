import path from 'node:path'
import { LATE_PAGES, writeManyPages } from '../../fixtures/many-pages.ts'
import { root, runToEnd } from './process.ts'

const fixture = (name: string): string => path.join(root, 'tests/fixtures', name)

/** Adds records with hostile texts, and an item of many pages, to a town; the next build has their pages. */
export async function importHostileTexts(env: NodeJS.ProcessEnv): Promise<void> {
  await runToEnd(['scripts/archive.ts', 'import', fixture('hostile-texts')], env)
  await runToEnd(['scripts/archive.ts', 'import', await writeManyPages()], env)
}

/** The same with their pages. */
export async function addHostileTexts(env: NodeJS.ProcessEnv): Promise<void> {
  await importHostileTexts(env)
  await runToEnd(['scripts/build-site.ts'], env)
}

/** Adds records that no built page knows to a town that is running: its next start would build their pages. */
export async function addPublishedLate(env: NodeJS.ProcessEnv): Promise<void> {
  await runToEnd(['scripts/archive.ts', 'import', fixture('published-late')], env)
  await runToEnd(['scripts/archive.ts', 'import', await writeManyPages(LATE_PAGES)], env)
}
