import { realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { isHashed, isRecordFile } from '#rules/addresses/site-routing.ts'
import { MEDIA_FOLDER } from '#rules/media/site-media.ts'
import { readSiteFiles, type StaticHost } from './site-files.ts'
import { DeployRefused, type DeployFile, type DeployTarget } from './target.ts'

/** Milliseconds for which a page that is open in a browser may load the files that it was built with. */
const KEPT_FOR = 24 * 60 * 60_000

/** `/a/index.html.gz` is a copy of `/a/index.html`. */
const original = (path: string) => path.replace(/\.(br|gz)$/, '')

/** Files of pages have these endings; everything else is loaded by pages. */
const DOCUMENTS = /\.(html|json|xml|txt|pf_fragment)$|^_/
const OF_A_RECORD = /(^|\/)\d+[/.]/

/** The order of uploads: what pages load, the pages and data of records, and what lists them. So nothing names what is not there yet. */
const STAGES = ['assets', 'pages', 'indexes'] as const
type Stage = (typeof STAGES)[number]
function stageOf(path: string): Stage {
  const name = original(path)
  if (isHashed(`/${name}`) || !DOCUMENTS.test(name)) return 'assets'
  return OF_A_RECORD.test(name) || isRecordFile(`/${name}`) ? 'pages' : 'indexes'
}

function planDeploy(files: readonly DeployFile[], deployed: Manifest, now: Date) {
  const uploads: Record<Stage, DeployFile[]> = { assets: [], pages: [], indexes: [] }
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
  const addresses = [...changed, ...removals].flatMap((path) => {
    const address = `/${original(path)}`.replace(/\/index\.html$/, '/')
    if (!address.startsWith(MEDIA_FOLDER)) return address
    // Caches know a picture by its version, which is its hash.
    return path in deployed.files ? `${address}?v=${deployed.files[path]}` : []
  })
  return { uploads, removals, retired, purge: [...new Set(addresses)].filter((each) => !isHashed(each)).sort() }
}

/** Files after which the manifest is written, so that the next deployment goes on from there. A large one takes a second: it is written 20 times. */
const CHECKPOINT = 5_000

interface DeployOptions {
  /** The folder of the built site; a link is followed once. */
  site: string
  openTarget: (site: string) => DeployTarget
  /** How the site becomes whole at a host of its own; without it, it is deployed as our server has it. */
  host?: StaticHost | undefined
  now?: Date
}
export interface Deployed {
  target: string
  uploaded: number
  removed: number
  /** Hashed files that stay for pages which are open. */
  kept: number
  /** Addresses that a cache must forget. */
  purge: string[]
}

/**
 * Uploads what has changed, in the order of STAGES, and then removes what is no longer part of the site. The manifest at the target never claims more
 * than what is there: after an interruption, the next deployment completes it.
 */
export async function deploySite({ site, openTarget, host, now = new Date() }: DeployOptions): Promise<Deployed> {
  const folder = await realpath(site)
  const target = openTarget(folder)
  const manifest = await target.read(MANIFEST_FILE)
  if (!manifest && (await target.isForeign()))
    throw new DeployRefused(
      `${target.name} is not empty, and nothing was deployed there by Lotline. Name an empty place.`,
    )
  const deployed = unpackManifest(manifest, target.name)
  const files = await readSiteFiles(folder, target.compressesInPlace, host)
  const { uploads, removals, retired, purge } = planDeploy(files, deployed, now)
  const total = STAGES.reduce((sum, stage) => sum + uploads[stage].length, 0)
  const kept = Object.keys(retired).length
  const report: Deployed = { target: target.name, uploaded: 0, removed: removals.length, kept, purge }
  if (total + removals.length === 0 && deployed.pending.length === 0 && isDeepStrictEqual(retired, deployed.retired))
    return report

  const pending = new Set([...STAGES.flatMap((stage) => uploads[stage].map(({ path }) => path)), ...removals])
  const there = new Map(Object.entries(deployed.files).filter(([path]) => !pending.has(path) && !(path in retired)))
  const record = () => {
    const manifest: Manifest = { format: 1, files: Object.fromEntries(there), pending: [...pending], retired }
    return target.write(MANIFEST_FILE, packManifest(manifest))
  }
  const onUploaded = ({ path, hash }: DeployFile) => {
    there.set(path, hash)
    pending.delete(path)
    report.uploaded += 1
  }
  await record()
  const most = Math.max(CHECKPOINT, Math.ceil(total / 20))
  for (const stage of STAGES) {
    for (let at = 0; at < uploads[stage].length; at += most) {
      if (at > 0) await record()
      await target.upload(uploads[stage].slice(at, at + most), onUploaded)
    }
  }
  await target.remove(removals)
  for (const path of removals) pending.delete(path)
  await record()
  return report
}

/** At the target: what has been deployed there. Only files that it names are ever removed. */
export const MANIFEST_FILE = '.lotline-deploy.json.gz'

const schema = v.object({
  format: v.literal(1),
  /** Path and hash of each file that is there. */
  files: v.record(v.string(), v.string()),
  /** Being written or removed: after an interruption nobody knows whether they are there, and with which content. */
  pending: v.array(v.string()),
  /** Hashed files that pages no longer name, and since when: open pages may still load them. */
  retired: v.record(v.string(), v.pipe(v.string(), v.isoTimestamp())),
})
export type Manifest = v.InferOutput<typeof schema>

const EMPTY_MANIFEST: Manifest = { format: 1, files: {}, pending: [], retired: {} }

export const packManifest = (manifest: Manifest): Buffer => gzipSync(JSON.stringify(manifest))

/** @throws {DeployRefused} where it is damaged, or of a newer version. */
export function unpackManifest(bytes: Uint8Array | undefined, target: string): Manifest {
  if (!bytes) return EMPTY_MANIFEST
  try {
    return v.parse(schema, JSON.parse(gunzipSync(bytes).toString()))
  } catch {
    throw new DeployRefused(
      `The file ${MANIFEST_FILE} at ${target}, which lists what is deployed there, can't be read. Deploy to an empty place instead, or put the file back from a copy.`,
    )
  }
}
