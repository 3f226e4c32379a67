import * as v from 'valibot'
import { contextProject, type ContextProject } from '#contract/context-project.ts'
import { JsonText } from '../json/json.ts'
import type { Db } from '../database/tables.ts'
import { readSetting } from './settings.ts'

/** The row of all projects that were fetched. */
export const PROJECTS = 'local-contexts'
const stored = v.pipe(v.string(), v.parseJson(), v.array(contextProject))

export async function readProjects(db: Db): Promise<ContextProject[]> {
  const parsed = v.safeParse(stored, await readSetting(db, PROJECTS))
  return parsed.success ? parsed.output : []
}

type Named = { local_contexts?: string; collection?: Named | null }
export const createContexts = (reader: Db) => ({
  list: () => readProjects(reader),
  /** A record that is read by itself, with the projects that it or its collection names. */
  async with<Row extends object>(found: Promise<Row | undefined>): Promise<Row | JsonText | undefined> {
    const row = await found
    const text = row instanceof JsonText ? row.text : JSON.stringify(row)
    if (!text?.includes('localcontextshub.org/')) return row
    const record = JSON.parse(text) as Named
    const named = record.local_contexts || record.collection?.local_contexts
    const contexts = (await readProjects(reader)).filter(({ id }) => named?.includes(id))
    return new JsonText(JSON.stringify({ ...record, contexts }))
  },
})
