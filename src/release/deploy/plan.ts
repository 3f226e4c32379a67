import { RECORDS_FOLDER, isHashed } from '#rules/addresses/site-routing.ts'
import type { Manifest } from './manifest.ts'
import type { DeployFile } from './target.ts'

/** Milliseconds for which a page that is open in a browser may load the files that it was built with. */
const KEPT_FOR = 24 * 60 * 60_000

/** `/a/index.html.gz` is a copy of `/a/index.html`. */
const original = (path: string) => path.replace(/\.(br|gz)$/, '')

/** Files of pages have these endings; everything else is loaded by pages. */
const DOCUMENTS = /\.(html|json|xml|txt|pf_fragment)$|^_/
const OF_A_RECORD = new RegExp(`(^|/)\\d+[/.]|^${RECORDS_FOLDER}/`)

/** The order of uploads: what pages load, the pages and data of records, and what lists them. So nothing names what is not there yet. */
export const STAGES = ['assets', 'pages', 'indexes'] as const
type Stage = (typeof STAGES)[number]
function stageOf(path: string): Stage {
  const name = original(path)
  if (isHashed(`/${name}`) || !DOCUMENTS.test(name)) return 'assets'
  return OF_A_RECORD.test(name) ? 'pages' : 'indexes'
}

export interface DeployPlan {
  uploads: Record<Stage, DeployFile[]>
  /** To be removed after all uploads. */
  removals: string[]
  retired: Manifest['retired']
  /** Addresses that a cache must forget. */
  purge: string[]
}

/** What differs between the site and what is deployed. */
export function planDeploy(files: readonly DeployFile[], deployed: Manifest, now: Date): DeployPlan {
  const uploads: DeployPlan['uploads'] = { assets: [], pages: [], indexes: [] }
  const changed = new Set<string>()
  const here = new Set<string>()
  for (const file of files) {
    here.add(file.path)
    if (deployed.files[file.path] === file.hash) continue
    uploads[stageOf(file.path)].push(file)
    changed.add(file.path)
  }
  const retired: Manifest['retired'] = {}
  const removals: string[] = []
  const gone = [...new Set([...Object.keys(deployed.files), ...deployed.pending, ...Object.keys(deployed.retired)])]
  for (const path of gone.filter((each) => !here.has(each))) {
    const since = deployed.retired[path] ?? now.toISOString()
    if (isHashed(`/${original(path)}`) && now.getTime() - Date.parse(since) < KEPT_FOR) retired[path] = since
    else removals.push(path)
  }
  const addresses = [...changed, ...removals].map((path) => `/${original(path)}`.replace(/\/index\.html$/, '/'))
  return { uploads, removals, retired, purge: [...new Set(addresses)].filter((each) => !isHashed(each)).sort() }
}
