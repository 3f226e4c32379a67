import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { EndpointName } from '#contract/endpoints.ts'
import { API } from '#contract/messages.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createAuthenticate } from './accounts/authenticate.ts'
import { createAccountParts } from './accounts/parts.ts'
import { readSecretKey } from './accounts/secret-key.ts'
import { createTokens } from './accounts/tokens.ts'
import type { Config } from './config.ts'
import { openReader } from './database/open.ts'
import type { ArchiveDatabase } from './database/open.ts'
import { createApiHeaders } from './http/api-headers.ts'
import { createConversation } from './http/conversation.ts'
import { endGently } from './http/end-gently.ts'
import { keepGate } from './http/gatekeeper.ts'
import { notFound } from './http/errors.ts'
import { describeApi } from './http/openapi.ts'
import type { OpenApiDocument } from './http/openapi.ts'
import { createMount } from './http/mount.ts'
import type { LogStream } from './http/request-log.ts'
import { nameRequests, serverOptions } from './http/server-options.ts'
import { createWriteLimit } from './http/write-limit.ts'
import type { WriteLimits } from './http/write-limit.ts'
import type { MediaStore } from './media/media-store.ts'
import { createRepositories } from './repositories/repositories.ts'
import { mountAccounts } from './routes/accounts.ts'
import { mountBuilds } from './routes/builds.ts'
import { mountCollections } from './routes/collections.ts'
import { mountIiif } from './routes/iiif.ts'
import { mountImages } from './routes/images.ts'
import { mountItems } from './routes/items.ts'
import { mountLocations } from './routes/locations.ts'
import { mountOrganizations } from './routes/organizations.ts'
import { mountPeople } from './routes/people.ts'
import { mountRaster } from './routes/raster.ts'
import { mountReview } from './routes/review.ts'
import { mountRecords } from './routes/records.ts'
import { mountScans } from './routes/scans.ts'
import { mountStatus } from './routes/status.ts'
import { mountSubjects } from './routes/subjects.ts'
import { mountSubmissions } from './routes/submissions.ts'
import { createTileShelf } from './raster/tile-shelf.ts'
import { uploadParts } from './scans/keep-upload.ts'
import { createPicturesHere } from './scans/picture-work.ts'
import type { PictureWork } from './scans/picture-work.ts'
import { createPublicImages } from './scans/public-images.ts'
import { createScanTiles } from './scans/scan-tiles.ts'

/** Where the API lives; every other address belongs to the site. */
const API_PREFIXES = ['/api', '/auth', '/raster']

export interface AppParts {
  db: ArchiveDatabase
  media: MediaStore
  /** What is done with pixels; in this process where nothing else is said. It is closed with the app. */
  pictures?: PictureWork
  /** What serves every address outside the API, with its own 404. Without it they are not found. */
  site?: FastifyPluginAsync
  /** Closing the app closes `db` as well: last, so that SQLite folds its write-ahead log into the file. */
  closeDatabase?: boolean
  /** Structured logs on standard output, or where the stream leads. */
  log?: boolean | LogStream
  /** How many writes are taken; the contract's where nothing else is said. */
  writeLimits?: WriteLimits
}

/** The archive as a server that does not listen yet. `app.mountedCalls` names the calls of the contract that it serves. */
export async function createApp(
  config: Config,
  {
    db,
    media,
    pictures = createPicturesHere(media, config.scans),
    site,
    closeDatabase = false,
    log = false,
    writeLimits,
  }: AppParts,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverOptions(log),
    // Limits count by network address: only a proxy on this machine is believed about whose it is.
    trustProxy: 'loopback',
  })
  nameRequests(app)
  endGently(app)
  const reader = openReader(db.file)
  app.addHook('onClose', async () => {
    await pictures.close()
    await reader.destroy()
    if (closeDatabase) await db.destroy()
  })

  await app.register(async (api) => {
    const accounts = createAccountParts({ db, reader, tokens: createTokens(readSecretKey(config)) })
    keepGate(api, {
      authenticate: createAuthenticate(accounts.readSession),
      greet: createApiHeaders(config),
      writeLimit: createWriteLimit(writeLimits),
    })
    const repositories = createRepositories(reader)
    const conversation = createConversation(repositories.state, packageJson.version)
    const { mount, finish, mounted } = createMount(api, conversation)
    mountAccounts(mount, accounts)
    mountLocations(mount, repositories)
    mountPeople(mount, repositories)
    mountOrganizations(mount, repositories)
    mountSubjects(mount, repositories)
    mountCollections(mount, repositories)
    mountItems(mount, repositories)
    const tiles = createTileShelf({
      ...repositories,
      folder: config.overlaysDir,
      log: (error, version) => app.log.error({ err: error, version }, 'The tiles of an old map cannot be read.'),
    })
    api.addHook('onClose', async () => tiles.close())
    mountRaster(mount, tiles)
    mountImages(mount, createPublicImages({ db: reader, media, pictures }))
    const scanTiles = createScanTiles({
      db: reader,
      media,
      pictures,
      log: (error, version) => app.log.error({ err: error, version }, 'The tiles of a scan cannot be read.'),
    })
    mountIiif(mount, scanTiles, config.apiUrl ?? config.siteUrl)
    await api.register(multipart)
    mountScans(mount, uploadParts(config, { db, reader, media, pictures }), reader, media)
    mountSubmissions(mount, db)
    mountRecords(mount, { db, reader })
    mountReview(mount, { db, reader })
    mountBuilds(mount, { db, reader })
    mountStatus(mount, repositories, { media, dataDir: config.dataDir, version: packageJson.version })
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
