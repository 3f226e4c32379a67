import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import type { Steps } from '#release/make-release.ts'
import { createSite } from '#server/site/site.ts'
import { quickSteps } from '../../release/fake-steps.ts'

/** A folder of releases, and the site that is served from it, for each test of a file, or another span. */
export function useSite([begin, end] = [beforeEach, afterEach]) {
  let folder: string
  let app: FastifyInstance
  begin(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lotline-site-'))
    app = Fastify()
    await app.register(createSite(folder))
  })
  end(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return {
    get folder() {
      return folder
    },
    get app() {
      return app
    },
    release: (title: string, site = 'https://town.example', replaced: Partial<Steps> = {}) =>
      makeRelease(
        { siteFolder: folder, api: 'http://api.test', source: 'test', apiBase: '', site },
        quickSteps(title, replaced),
      ),
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }),
  }
}
