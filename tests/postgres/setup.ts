import type { TestProject } from 'vitest/node'
import { startPostgres } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of PostgreSQL's own database, for making others. */
    postgres: string
  }
}

/** One server for all files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgres', server.url('postgres'))
  return () => server.stop()
}
