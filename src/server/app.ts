import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import type { BackupFailure } from '#contract/archive-state.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { API } from '#contract/messages.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createManagement } from './accounts/manage.ts'
import { createOwnAccount } from './accounts/own-account.ts'
import { createSessions } from './accounts/sessions.ts'
import { createLoginThrottle, createResetThrottle } from './accounts/throttle.ts'
import { createSessionReader, createTokens, readSecretKey } from './accounts/tokens.ts'
import type { Config } from './config.ts'
import type { ArchiveDatabase } from './database/open.ts'
import { archiveFolders } from './health/storage-state.ts'
import { createHealthState, type HealthState } from './health/health-state.ts'
import { createApiHeaders } from './http/headers.ts'
import { createHttpCache } from './http/http-cache.ts'
import { registerGracefulShutdown, addRequestIds, serverOptions } from './http/server-options.ts'
import { registerApiHooks } from './http/api-hooks.ts'
import { describeApi, withNames, type OpenApiDocument } from './http/openapi.ts'
import { createMount, cacheOfBoth, mountOnReplica } from './http/mount.ts'
import { createReadLimit, type ReadLimits, createWriteLimit, type WriteLimits } from './http/call-limits.ts'
import type { LogStream } from './http/request-log.ts'
import { answerUnmatched } from './http/unmatched.ts'
import type { MediaStore } from './storage/media-store.ts'
import { openPublicCopies } from './storage/public-copies.ts'
import { createInlineReads, type ListReads } from './reads/list-reads.ts'
import type { Replica } from './reads/replica.ts'
import { createRepositories, type Repositories } from './repositories/repositories.ts'
import { readSettings } from './repositories/settings.ts'
import { mountAccounts } from './routes/accounts.ts'
import { mountArchiveState, type SiteBuilds } from './routes/archive-state.ts'
import { mountDesk } from './routes/desk.ts'
import { createPageTexts } from './scans/page-texts.ts'
import { createSendText, mountIiif, mountIiifTexts } from './routes/iiif.ts'
import { mountImages } from './routes/images.ts'
import { createSendFile } from './routes/send-file.ts'
import { mountOldMaps, mountRaster } from './routes/raster.ts'
import { mountImports } from './routes/imports.ts'
import { mountReview } from './routes/review.ts'
import { mountReads } from './routes/reads.ts'
import { mountRecords } from './routes/records.ts'
import { mountScans } from './routes/scans.ts'
import { mountSettings } from './routes/settings.ts'
import { mountChanges, mountStatus } from './routes/status.ts'
import { mountSubmissions } from './routes/submissions.ts'
import { createLocalContexts } from './settings/local-contexts.ts'
import { createPagePreviews } from './site/page-previews.ts'
import { redirectMerged } from './site/redirects.ts'
import type { SiteOptions } from './site/site.ts'
import { createWithdrawn } from './site/withdrawn.ts'
import { createTileStore } from './raster/tile-store.ts'
import { createUploadContext } from './routes/receive-upload.ts'
import { createLocalPictureWork, type PictureWork } from './scans/picture-work.ts'
import { createPublicImages } from './scans/public-images.ts'
import { createScanTiles } from './scans/scan-tiles.ts'

/** Paths of the API; all others belong to the site. */
const API_PREFIXES = ['/api', '/auth', '/raster', '/media', '/oai']

export interface AppParts {
  db: ArchiveDatabase
  media: MediaStore
  /** Picture processing; default: in this process. Closed with the app. */
  pictures?: PictureWork
  /** List reads; default: on this thread. Closed with the app. */
  reads?: ListReads
  /** Answers reads of the public where it can. Closed with the app. */
  replica?: Replica | undefined
  /** Whether this process leads the others, for the health call. */
  leads?: () => boolean
  /** False while another process cuts the old maps and runs the imports of this folder. */
  cutsMaps?: () => boolean
  /** Default: the contract's; `none` for the archive's own build. */
  readLimits?: ReadLimits | 'none'
  /** Serves every address outside the API, with its own 404. */
  site?: FastifyPluginAsync<SiteOptions>
  /** Closing the app also closes `db`, last, so that SQLite checkpoints its write-ahead log. */
  closeDatabase?: boolean
  /** Structured logs to standard output, or to a stream. */
  log?: boolean | LogStream
  writeLimits?: WriteLimits
  /** Where projects of Local Contexts are read; default: their Hub. */
  contextsHub?: string | undefined
  /** Adds hooks that see every answer (metrics). */
  observe?: ((app: FastifyInstance) => void) | undefined
  /** What background jobs find out, for the health call. */
  healthState?: HealthState
  /** Builds and states of the site, for the state page. */
  siteOperations?: SiteBuilds | undefined
  /** Why the last nightly backup failed. */
  backupFailure?: () => BackupFailure | undefined
}

/** The archive as a server that is not listening yet. `app.mountedCalls` lists the calls that it serves. */
export async function createApp(config: Config, parts: AppParts): Promise<FastifyInstance> {
  const { db, media, pictures = createLocalPictureWork(media, config.scans) } = parts
  const { site, reads, replica, siteOperations, healthState = createHealthState() } = parts
  const app = Fastify({
    ...serverOptions(parts.log ?? false),
    // Rate limits need the real address: by default only a proxy on this machine is trusted.
    trustProxy: config.trustedProxies,
  })
  addRequestIds(app)
  registerGracefulShutdown(app)
  parts.observe?.(app)
  const reader = db.engine.openReader()
  app.addHook('onClose', async () => {
    await pictures.close()
    await reads?.close()
    await replica?.close()
    await reader.destroy()
    if (parts.closeDatabase) await db.destroy()
  })

  const createLimiter = db.engine.createLimiter.bind(db.engine)
  const repositories = createRepositories(reader)
  const onReplica = replica && createRepositories(replica.db)
  const copies = openPublicCopies(config)
  const withdrawn = createWithdrawn(reader, repositories.state)
  if (site) redirectMerged(app, repositories.merged)
  await app.register(async (api) => {
    const secret = readSecretKey(config)
    const tokens = createTokens(secret)
    const readSession = createSessionReader(reader, tokens)
    const throttle = createLoginThrottle(createLimiter)
    registerApiHooks(api, {
      readSession,
      setApiHeaders: createApiHeaders(config),
      writeLimit: createWriteLimit(parts.writeLimits, createLimiter),
      onError: healthState.reportError,
    })
    const cacheOf = ({ state }: Repositories) => createHttpCache(state, packageJson.version)
    const cache =
      replica && onReplica ? cacheOfBoth(replica, cacheOf(repositories), cacheOf(onReplica)) : cacheOf(repositories)
    api.addHook('onSend', async ({ raw }, reply) => {
      if (reply.statusCode === 404 && (await withdrawn.hasPicture(raw.url!))) reply.code(410)
    })
    const { mount, mounted, methods } = createMount(api, cache)
    mountAccounts(mount, {
      sessions: createSessions({ db, reader, tokens, readSession, throttle }),
      own: createOwnAccount({ db, reader, throttle, resetThrottle: createResetThrottle(createLimiter) }),
      management: createManagement(db),
    })
    const site = config.siteUrl ?? `http://localhost:${config.port}`
    const limit = parts.readLimits === 'none' ? undefined : createReadLimit(parts.readLimits, createLimiter)
    mountOnReplica(
      mount,
      (each, of) => {
        mountReads(each, { ...of, limit, addresses: { site, base: `${config.apiUrl ?? site}/oai` } })
        mountChanges(each, of.repositories)
      },
      {
        replica,
        primary: { repositories, reads: reads ?? createInlineReads(repositories) },
        ofReplica: onReplica && { repositories: onReplica, reads: createInlineReads(onReplica) },
      },
    )
    const tiles = createTileStore({
      ...repositories,
      folder: config.overlaysDir,
      log: (error, version) => app.log.error({ err: error, version }, 'The tiles of an old map cannot be read.'),
    })
    api.addHook('onClose', async () => tiles.close())
    mountRaster(mount, reader, tiles)
    const images = createPublicImages({ db: reader, media, pictures, copies })
    const previews = createPagePreviews(config.dataDir, { images, media, pictures, withdrawn })
    const [sendFile, pageTexts] = [createSendFile(reader, media, secret), createPageTexts(reader)]
    mountImages(mount, images, repositories.merged, previews, sendFile, createSendText(pageTexts, config.siteUrl))
    const scanTiles = createScanTiles({
      db: reader,
      media,
      pictures,
      copies,
      log: (error, version) => app.log.error({ err: error, version }, 'The tiles of a scan cannot be read.'),
    })
    mountIiif(mount, scanTiles, config.apiUrl ?? config.siteUrl)
    mountIiifTexts(mount, pageTexts, { site: config.siteUrl, api: config.apiUrl ?? config.siteUrl })
    await api.register(multipart)
    const uploads = createUploadContext(config, { db, reader, media, pictures })
    mountScans(mount, uploads, reader, media, { ...config, secretKey: secret })
    const contexts = createLocalContexts({ db, hub: parts.contextsHub })
    mountSettings(mount, uploads, contexts)
    const logMaps = (error: unknown) => app.log.error({ err: error }, 'The tiles of an uploaded map could not be made.')
    const maps = mountOldMaps(mount, { db, reader, media, config, log: logMaps, cutsMaps: parts.cutsMaps })
    const logImports = (error: unknown) => app.log.error({ err: error }, 'An import in the browser ended unexpectedly.')
    const imports = mountImports(mount, { db, reader, config, log: logImports, keepsFolder: parts.cutsMaps })
    app.decorate('continueWaiting', () => {
      maps.wake()
      imports.wake()
    })
    api.addHook('onClose', async () => void (await Promise.all([maps.stop(), imports.stop()])))
    mountSubmissions(mount, db)
    mountRecords(mount, { db, reader, merged: repositories.merged, contexts })
    mountDesk(mount, { db, reader, secret, site })
    mountReview(mount, { db, reader, site: siteOperations })
    const folders = archiveFolders(config)
    mountArchiveState(mount, {
      db,
      reader,
      config,
      secret,
      folders,
      site: siteOperations,
      backupFailure: parts.backupFailure,
    })
    mountStatus(mount, repositories, {
      ...{ reader, media, healthState, replica, leads: parts.leads, version: packageJson.version },
      folders,
      fullBelow: config.diskFullPercent,
    })
    // Described on first use, when every call is mounted.
    let document: OpenApiDocument | undefined
    mount('openapi', async () =>
      withNames((document ??= describeApi(mounted, packageJson.version)), await readSettings(reader)),
    )
    app.decorate('mountedCalls', mounted)
    for (const prefix of API_PREFIXES) {
      await api.register(async (scope) => answerUnmatched(scope, methods), { prefix })
    }
  })
  if (site) await app.register(site, { withdrawn, oldAddresses: repositories.oldAddresses })
  else app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ detail: API.notFound }))
  return app
}

declare module 'fastify' {
  interface FastifyInstance {
    mountedCalls: readonly EndpointName[]
    /** Continues with uploaded maps and imports that wait. */
    continueWaiting: () => void
  }
}
