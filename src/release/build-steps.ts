import type { Patience } from './releases.ts'
import type { Logo } from '#contract/settings.ts'
import type { PicturesFrom } from '#snapshot/plans.ts'
import type { FetchPicture } from '#snapshot/fetch-pictures.ts'
import { pullSnapshot, type PullReport } from '#snapshot/pull.ts'
import type { Rollback } from './report.ts'
import { compressInThread } from './files/file-thread.ts'
import { readSettings } from './settings.ts'
import { buildPages } from './pages/build-pages.ts'
import type { Secrets } from './firewall.ts'
import { openRenderer } from './renderer/open-renderer.ts'
import { buildSearchIndex } from './search/build-index.ts'

/** The slow steps of a build, which tests replace. */
export const STEPS = {
  settings: readSettings,
  pull: pullSnapshot,
  pages: buildPages,
  search: buildSearchIndex,
  compress: compressInThread,
  /** Of single pages, for updates. */
  renderer: openRenderer,
}
export type Steps = typeof STEPS
export type Step = Exclude<keyof Steps, 'settings' | 'renderer'>

export interface ReleaseOptions {
  /** DATA_DIR/site: holds `releases/`, `current` and the snapshot. */
  siteFolder: string
  /** Base URL of the API, and its name in the report. */
  api: string
  source: string
  /** What precedes `/api/…` in pages; empty for the same origin. */
  apiBase: string
  /** Where pages have pictures from: files of the site (by default), or the API. */
  pictures?: PicturesFrom | undefined
  fetchPicture?: FetchPicture | undefined
  site: string
  /** Where published pictures are sent from, if not by the API. */
  mediaUrl?: string | undefined
  /** Reads what must not be in the site. */
  secrets?: (() => Promise<Secrets>) | undefined
  /** Renew only what has changed, if the current release was made by the same code with the same settings. */
  incremental?: boolean
  /** Throw WholeBuildNeeded where only a build of the whole site would do. */
  onlyUpdate?: boolean
  onProgress?: (step: Step, done: number, of: number | null) => void
  /** What to do while another build runs; without it, this one is refused. */
  patience?: Patience
  /** Pages that an update makes before it looks whether another build waits. */
  slice?: number
  /** Aborted when somebody waits for another build, which goes first: pages of a large update that are not made yet are left to it. */
  preempt?: AbortSignal | undefined
}

/** One build, after its pull. */
export interface Build {
  options: ReleaseOptions
  steps: Steps
  /** The versions of the code and of the society's settings. */
  code: string
  settings: string
  logo?: Logo | undefined
  /** A folder that only this build uses: the next release, or an update's new files. */
  folder: string
  snapshot: string
  /** ISO 8601: before the archive was read. */
  startedAt: string
  pulled: PullReport
  rollback?: Rollback
  seconds: Record<string, number>
  timed<Result>(step: Step, work: () => Promise<Result>): Promise<Result>
}

export function stepTimer({ onProgress }: ReleaseOptions): Pick<Build, 'seconds' | 'timed'> {
  const seconds: Record<string, number> = {}
  return {
    seconds,
    async timed(step, work) {
      const began = performance.now()
      onProgress?.(step, 0, null)
      const result = await work()
      seconds[step] = (seconds[step] ?? 0) + (performance.now() - began) / 1000
      return result
    },
  }
}
