import { realpath } from 'node:fs/promises'
import { DeployRefused, MANIFEST_FILE, packManifest, unpackManifest, type Manifest } from './manifest.ts'
import { STAGES, planDeploy } from './plan.ts'
import { readSiteFiles } from './site-files.ts'
import type { DeployFile, DeployTarget } from './target.ts'

/** Files after which the manifest is written, so that the next deployment goes on from there. */
const CHECKPOINT = 5_000

export interface DeployOptions {
  /** The folder of the built site; a link is followed once. */
  site: string
  openTarget: (site: string) => DeployTarget
  now?: Date
  onProgress?: (done: number, of: number) => void
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
export async function deploySite({ site, openTarget, now = new Date(), onProgress }: DeployOptions): Promise<Deployed> {
  const folder = await realpath(site)
  const target = openTarget(folder)
  const manifest = await target.read(MANIFEST_FILE)
  if (!manifest && (await target.isForeign()))
    throw new DeployRefused(
      `${target.name} is not empty, and nothing was deployed there by Lotline. Name an empty place.`,
    )
  const deployed = unpackManifest(manifest, target.name)
  const files = await readSiteFiles(folder, target.compressesInPlace)
  const { uploads, removals, retired, purge } = planDeploy(files, deployed, now)
  const total = STAGES.reduce((sum, stage) => sum + uploads[stage].length, 0)
  const kept = Object.keys(retired).length
  const report: Deployed = { target: target.name, uploaded: 0, removed: removals.length, kept, purge }
  if (total + removals.length === 0 && deployed.pending.length === 0 && sameRetired(retired, deployed)) return report

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
    onProgress?.(report.uploaded, total)
  }
  await record()
  for (const stage of STAGES) {
    for (let at = 0; at < uploads[stage].length; at += CHECKPOINT) {
      if (at > 0) await record()
      await target.upload(uploads[stage].slice(at, at + CHECKPOINT), onUploaded)
    }
  }
  await target.remove(removals)
  for (const path of removals) pending.delete(path)
  await record()
  return report
}

const sameRetired = (retired: Manifest['retired'], deployed: Manifest) =>
  Object.keys(retired).length === Object.keys(deployed.retired).length &&
  Object.keys(retired).every((path) => path in deployed.retired)
