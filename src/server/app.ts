import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import type { EndpointName } from '#contract/endpoints.ts'
import { API } from '#contract/messages.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createAuthenticate } from './accounts/authenticate.ts'
import { readSecretKey } from './accounts/secret-key.ts'
import { createTokens } from './accounts/tokens.ts'
import type { Config } from './config.ts'
import { openReader } from './database/open.ts'
import type { ArchiveDatabase } from './database/open.ts'
import { createConversation } from './http/conversation.ts'
import { keepGate } from './http/gatekeeper.ts'
import { notFound } from './http/errors.ts'
import { describeApi } from './http/openapi.ts'
import type { OpenApiDocument } from './http/openapi.ts'
import { createMount } from './http/mount.ts'
import type { MediaStore } from './media/media-store.ts'
import { createRepositories } from './repositories/repositories.ts'
import { mountCollections } from './routes/collections.ts'
import { mountImages } from './routes/images.ts'
import { mountItems } from './routes/items.ts'
import { mountLocations } from './routes/locations.ts'
import { mountOrganizations } from './routes/organizations.ts'
import { mountPeople } from './routes/people.ts'
import { mountStatus } from './routes/status.ts'
import { mountSubjects } from './routes/subjects.ts'
import { createPublicImages } from './scans/public-images.ts'

/** Where the API lives; every other address belongs to the site. */
const API_PREFIXES = ['/api', '/auth', '/raster']

/** Milliseconds for a whole request to arrive; long enough for a large scan over a slow line. */
const REQUEST_TIMEOUT = 10 * 60_000

export interface AppParts {
  db: ArchiveDatabase
  media: MediaStore
  /** What serves every address outside the API, with its own 404. Without it they are not found. */
  site?: FastifyPluginAsync
  /** Closing the app closes `db` as well: last, so that SQLite folds its write-ahead log into the file. */
  closeDatabase?: boolean
  /** Structured logs on standard output. */
  log?: boolean
}

/** The archive as a server that does not listen yet. `app.mountedCalls` names the calls of the contract that it serves. */
export async function createApp(
  config: Config,
  { db, media, site, closeDatabase = false, log = false }: AppParts,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: log,
    genReqId: () => randomUUID(),
    // Whoever takes longer than this to ask is not asking.
    requestTimeout: REQUEST_TIMEOUT,
    // An address that cannot be decoded never reaches a route, nor its hooks.
    frameworkErrors: (_error, _request, reply) => {
      void (reply as FastifyReply)
        .code(400)
        .header('x-content-type-options', 'nosniff')
        .send({ detail: API.badAddress })
    },
  })
  const reader = openReader(db.file)
  app.addHook('onClose', async () => {
    await reader.destroy()
    if (closeDatabase) await db.destroy()
  })

  await app.register(async (api) => {
    keepGate(api, createAuthenticate(reader, createTokens(readSecretKey(config))))
    const repositories = createRepositories(reader)
    const conversation = createConversation(repositories.state, packageJson.version)
    const { mount, finish, mounted } = createMount(api, conversation)
    mountLocations(mount, repositories)
    mountPeople(mount, repositories)
    mountOrganizations(mount, repositories)
    mountSubjects(mount, repositories)
    mountCollections(mount, repositories)
    mountItems(mount, repositories)
    mountImages(mount, createPublicImages({ db, media }))
    mountStatus(mount, repositories, { reader, media, dataDir: config.dataDir, version: packageJson.version })
    // Made when it is first asked for, when every call is mounted, this one too.
    let document: OpenApiDocument | undefined
    mount('openapi', () => ({ ...(document ??= describeApi(mounted, packageJson.version)) }))
    finish()
    app.decorate('mountedCalls', mounted)
    for (const prefix of API_PREFIXES) {
      await api.register(async (scope) => scope.setNotFoundHandler(async () => Promise.reject(notFound())), { prefix })
    }
  })
  if (site) await app.register(site)
  else app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ detail: API.notFound }))
  return app
}

declare module 'fastify' {
  interface FastifyInstance {
    mountedCalls: readonly EndpointName[]
  }
}
