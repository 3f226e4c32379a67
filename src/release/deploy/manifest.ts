import { gunzipSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { DeployRefused } from './target.ts'

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
