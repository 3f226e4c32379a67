import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { SCAN } from '#contract/limits.ts'
import { S3SettingsError, readS3Settings } from '#s3/settings.ts'

const MIB = 1024 * 1024

const webAddress = (name: string) =>
  v.pipe(
    v.string(),
    v.url(`${name} must be a web address such as https://archive.example.org.`),
    v.regex(/^https?:/, `${name} must start with http:// or https://.`),
    v.transform((address) => address.replace(/(?<!\/)\/+$/, '')),
  )

/** An address that Lotline calls. */
const receiver = (name: string) =>
  v.pipe(
    webAddress(name),
    v.check((address) => {
      const { username, password } = new URL(address)
      return username === '' && password === ''
    }, `${name} must not contain a user name or a password: calls are signed with WEBHOOK_SECRET.`),
  )

/** A whole number in an environment variable. */
const number = (name: string, minimum: number, maximum: number, what = 'a number') => {
  const message = `${name} must be ${what} from ${minimum} to ${maximum}.`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, message),
    v.transform(Number),
    v.minValue(minimum, message),
    v.maxValue(maximum, message),
  )
}

const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** Networks as proxy-addr reads them: names, addresses, or addresses with a prefix length. */
const networks = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((each) => each.trim())),
  v.check(
    (list) =>
      list.every((each) => {
        const [address = '', length, ...rest] = each.split('/')
        if (length === undefined && PROXY_NETWORKS.includes(each)) return true
        const version = isIP(address)
        if (version === 0 || rest.length > 0) return false
        return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
      }),
    'TRUSTED_PROXIES must list addresses or networks such as 10.0.0.5, 10.0.0.0/8, loopback or uniquelocal, separated by commas.',
  ),
)

const matching = (pattern: RegExp, message: string) => v.pipe(v.string(), v.regex(pattern, message))
const isHost = (host: string) => host === 'localhost' || isIP(host) !== 0

/** The environment variables of all programs. Empty means unset. */
const environment = v.object({
  PORT: v.optional(number('PORT', 0, 65535), '4321'),
  HOST: v.optional(
    v.pipe(v.string(), v.check(isHost, 'HOST must be an address of this machine such as 127.0.0.1, or ::.')),
  ),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(
      matching(
        /^(sqlite|postgres(ql)?):/,
        'DATABASE_URL must start with sqlite: or postgres:, for example sqlite:./data/archive.db or postgres://lotline:PASSWORD@localhost/archive.',
      ),
      v.check(
        (url) => url.startsWith('sqlite:') || URL.canParse(url),
        'DATABASE_URL is not an address of PostgreSQL. Write it as postgres://USER:PASSWORD@HOST/DATABASE; other characters in a password are percent-encoded.',
      ),
    ),
  ),
  DATABASE_REPLICA_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => /^postgres(ql)?:/.test(url) && URL.canParse(url),
        'DATABASE_REPLICA_URL must be the address of a PostgreSQL replica, such as postgres://lotline:PASSWORD@replica.example.org/archive.',
      ),
    ),
  ),
  LEADER: v.optional(v.picklist(['on', 'off'], 'LEADER must be on or off.'), 'on'),
  MEDIA_URL: v.optional(
    matching(
      /^(file|s3):/,
      'MEDIA_URL must start with file: or s3:, for example file:./data/media or s3://our-archive.',
    ),
  ),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
  AWS_REGION: v.optional(v.string()),
  S3_ENDPOINT: v.optional(v.string()),
  MEDIA_PUBLIC_URL: v.optional(webAddress('MEDIA_PUBLIC_URL')),
  SITE_URL: v.optional(webAddress('SITE_URL')),
  API_URL: v.optional(webAddress('API_URL')),
  SMTP_URL: v.optional(matching(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://.')),
  SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'SECRET_KEY must have at least 32 characters.'))),
  SCAN_MAX_MB: v.optional(number('SCAN_MAX_MB', 1, SCAN.mostMegabytes), String(SCAN.maximumBytes / MIB)),
  SCAN_MAX_MEGAPIXELS: v.optional(
    number('SCAN_MAX_MEGAPIXELS', 1, SCAN.mostPixels / 1e6),
    String(SCAN.maximumPixels / 1e6),
  ),
  SCAN_MAX_MEMORY_MB: v.optional(
    number('SCAN_MAX_MEMORY_MB', 1, SCAN.mostMemoryMegabytes),
    String(SCAN.maximumMemory / MIB),
  ),
  REBUILD_DELAY: v.optional(number('REBUILD_DELAY', 0, 3600, 'a number of seconds'), '0'),
  NIGHTLY_BUILD: v.optional(
    matching(
      /^(off|([01]\d|2[0-3]):[0-5]\d)$/,
      'NIGHTLY_BUILD must be a time of day such as 03:00 (two digits each), or off.',
    ),
    '03:00',
  ),
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_AT: v.optional(
    matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'BACKUP_AT must be a time of day such as 01:30 (two digits each).'),
  ),
  WEBHOOK_URL: v.optional(receiver('WEBHOOK_URL')),
  WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.minLength(24, 'WEBHOOK_SECRET must have at least 24 characters.'))),
  PURGE_URL: v.optional(receiver('PURGE_URL')),
  PURGE_COMMAND: v.optional(v.string()),
  DISK_FULL_PERCENT: v.optional(number('DISK_FULL_PERCENT', 1, 50), '2'),
  METRICS_PORT: v.optional(number('METRICS_PORT', 0, 65535)),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  TRUSTED_PROXIES: v.optional(networks, 'loopback'),
  SHUTDOWN_GRACE: v.optional(number('SHUTDOWN_GRACE', 0, 300, 'a number of seconds'), '0'),
  DEMO: v.optional(
    v.pipe(
      v.picklist(['0', '1', 'true', 'false'], 'DEMO must be 1 or 0.'),
      v.transform((value) => value === '1' || value === 'true'),
    ),
    '0',
  ),
})

const path = (url: string) => resolve(url.replace(/^(sqlite|file):(\/\/(?=\/))?/, ''))

/** The message has one line per invalid variable. */
export class ConfigError extends Error {}

/** The configuration. Paths are absolute, URLs have no trailing slash. @throws {ConfigError} */
export function readConfig(variables: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const result = v.safeParse(environment, set, { abortPipeEarly: true })
  if (!result.success) throw new ConfigError(result.issues.map((issue) => issue.message).join('\n'))
  const env = result.output
  if (env.WEBHOOK_URL !== undefined && env.WEBHOOK_SECRET === undefined)
    throw new ConfigError('WEBHOOK_SECRET must be set too if WEBHOOK_URL is: calls are signed with it.')
  if (env.BACKUP_AT !== undefined && env.BACKUP_DIR === undefined)
    throw new ConfigError('BACKUP_DIR must be set too if BACKUP_AT is: a folder on another disk.')
  const databaseUrl = env.DATABASE_URL?.startsWith('postgres') ? env.DATABASE_URL : undefined
  if (env.DATABASE_REPLICA_URL !== undefined && databaseUrl === undefined)
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL=postgres://…: SQLite has no replicas.')
  if (env.LEADER === 'off' && databaseUrl === undefined)
    throw new ConfigError(
      'LEADER can be off only if DATABASE_URL is postgres://…: on SQLite there is one server, which leads.',
    )
  // A machine that only builds pages has no bucket, but allows pages to load pictures from there.
  if (env.MEDIA_PUBLIC_URL !== undefined && !env.MEDIA_URL?.startsWith('s3:') && env.API_URL === undefined)
    throw new ConfigError('MEDIA_PUBLIC_URL needs a bucket: set MEDIA_URL=s3://… too, or remove it.')
  const dataDir = resolve(env.DATA_DIR)
  const inBucket = env.MEDIA_URL?.startsWith('s3:') ?? false
  return {
    port: env.PORT,
    /** The address that the server listens on: only a public server is open to other machines. */
    host: env.HOST ?? (set['NODE_ENV'] === 'production' ? '::' : '127.0.0.1'),
    dataDir,
    /** The address of PostgreSQL; undefined: the archive is on SQLite. */
    databaseUrl,
    replicaUrl: env.DATABASE_REPLICA_URL,
    /** False: this process leaves the site, nightly work and calls to other machines to others. */
    mayLead: env.LEADER === 'on',
    databaseFile: env.DATABASE_URL && !databaseUrl ? path(env.DATABASE_URL) : resolve(dataDir, 'archive.db'),
    /** With `s3`: for uploads in progress only. */
    mediaDir: env.MEDIA_URL && !inBucket ? path(env.MEDIA_URL) : resolve(dataDir, 'media'),
    /** The object store of the media; undefined: they are in `mediaDir`. */
    s3: inBucket ? s3Settings(env.MEDIA_URL!, env) : undefined,
    /** Where everyone can read the folder `public` of that store; undefined: pictures are sent by the API. */
    mediaPublicUrl: env.MEDIA_PUBLIC_URL,
    /** Tiles of old maps; they can be recreated. */
    overlaysDir: resolve(dataDir, 'overlays'),
    /** Originals that no record refers to any more. */
    trashDir: resolve(dataDir, 'trash'),
    /** The public address; undefined: the address that the visitor used. */
    siteUrl: env.SITE_URL,
    /** The address of the API; undefined: the same as the site. */
    apiUrl: env.API_URL,
    smtpUrl: env.SMTP_URL,
    secretKey: env.SECRET_KEY,
    /** Upload limits, and bytes of memory for decoding. */
    scans: {
      maximumBytes: env.SCAN_MAX_MB * MIB,
      maximumPixels: env.SCAN_MAX_MEGAPIXELS * 1e6,
      maximumMemory: env.SCAN_MAX_MEMORY_MB * MIB,
    },
    /** Seconds between the last publication and the rebuild of the site. */
    rebuildDelay: env.REBUILD_DELAY,
    /** Local time of the nightly build, `HH:MM`; undefined: none. */
    nightlyBuild: env.NIGHTLY_BUILD === 'off' ? undefined : env.NIGHTLY_BUILD,
    /** The folder and the local time, `HH:MM`, of the server's own nightly backups; undefined: it makes none. */
    backups: env.BACKUP_AT === undefined ? undefined : { folder: resolve(env.BACKUP_DIR!), at: env.BACKUP_AT },
    /** Called after a publishing; each call is signed. */
    webhook: env.WEBHOOK_URL === undefined ? undefined : { url: env.WEBHOOK_URL, secret: env.WEBHOOK_SECRET! },
    /** Told the changed URLs after a build. */
    purge:
      env.PURGE_URL === undefined && env.PURGE_COMMAND === undefined
        ? undefined
        : { url: env.PURGE_URL, command: env.PURGE_COMMAND, secret: env.WEBHOOK_SECRET },
    /** Health reports a full disk when less is free. */
    diskFullPercent: env.DISK_FULL_PERCENT,
    /** Proxies whose X-Forwarded-For is believed, as Fastify's `trustProxy` takes them. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** Where `/metrics` is served; undefined: nowhere. */
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    /** Seconds between telling balancers of the end of this server, and closing it. */
    shutdownGrace: env.SHUTDOWN_GRACE,
    demo: env.DEMO,
  }
}
export type Config = ReturnType<typeof readConfig>

function s3Settings(address: string, variables: Parameters<typeof readS3Settings>[2]) {
  try {
    return readS3Settings('MEDIA_URL', address, variables)
  } catch (error) {
    throw error instanceof S3SettingsError ? new ConfigError(error.message) : error
  }
}
