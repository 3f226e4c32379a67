import { resolve } from 'node:path'
import * as v from 'valibot'
import { SCAN } from '#contract/limits.ts'

const webAddress = (name: string) =>
  v.pipe(
    v.string(),
    v.url(`${name} must be a web address such as https://archive.example.org.`),
    v.regex(/^https?:/, `${name} must start with http:// or https://.`),
    v.transform((address) => address.replace(/\/+$/, '')),
  )

const count = (name: string, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, `${name} must be a number from 1 to ${most}.`),
    v.transform(Number),
    v.minValue(1, `${name} must be a number from 1 to ${most}.`),
    v.maxValue(most, `${name} must be a number from 1 to ${most}.`),
  )

/** The environment that the programs read; nothing else is. An empty variable counts as one that is not set. */
const environment = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535.'),
      v.transform(Number),
      v.maxValue(65535, 'PORT must be a number from 0 to 65535.'),
    ),
    '4321',
  ),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => !/^postgres(ql)?:/.test(url),
        'DATABASE_URL names a PostgreSQL database, which this version cannot use yet. Leave it out to use SQLite in DATA_DIR.',
      ),
      v.check(
        (url) => url.startsWith('sqlite:') || /^postgres(ql)?:/.test(url),
        'DATABASE_URL must start with sqlite:, for example sqlite:./data/archive.db.',
      ),
    ),
  ),
  MEDIA_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => !url.startsWith('s3:'),
        'MEDIA_URL names an S3 store, which this version cannot use yet. Leave it out to keep pictures in DATA_DIR.',
      ),
      v.check(
        (url) => url.startsWith('file:') || url.startsWith('s3:'),
        'MEDIA_URL must start with file:, for example file:./data/media.',
      ),
    ),
  ),
  SITE_URL: v.optional(webAddress('SITE_URL')),
  API_URL: v.optional(webAddress('API_URL')),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://.'))),
  SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'SECRET_KEY must have at least 32 characters.'))),
  SCAN_MAX_MB: v.optional(count('SCAN_MAX_MB', SCAN.mostMegabytes)),
  SCAN_MAX_MEGAPIXELS: v.optional(count('SCAN_MAX_MEGAPIXELS', SCAN.mostPixels / 1e6)),
  REBUILD_DELAY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'REBUILD_DELAY must be a number of seconds from 0 to 3600.'),
      v.transform(Number),
      v.maxValue(3600, 'REBUILD_DELAY must be a number of seconds from 0 to 3600.'),
    ),
    '10',
  ),
  NIGHTLY_BUILD: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(off|([01]\d|2[0-3]):[0-5]\d)$/,
        'NIGHTLY_BUILD must be a time of day such as 03:00 (two digits each), or off.',
      ),
    ),
    '03:00',
  ),
  DEMO: v.optional(
    v.pipe(
      v.picklist(['0', '1', 'true', 'false'], 'DEMO must be 1 or 0.'),
      v.transform((value) => value === '1' || value === 'true'),
    ),
    '0',
  ),
})

const path = (url: string) => resolve(url.replace(/^(sqlite|file):(\/\/(?=\/))?/, ''))

/** What the server is told from outside. Paths are absolute, addresses without a slash at their end. */
export interface Config {
  port: number
  dataDir: string
  databaseFile: string
  mediaDir: string
  /** Where the tiles of old maps lie; they can be made again. */
  overlaysDir: string
  /** Where visitors find the site; undefined: wherever they came from. */
  siteUrl: string | undefined
  /** Where the API is; undefined: on the same address as the site. */
  apiUrl: string | undefined
  smtpUrl: string | undefined
  secretKey: string | undefined
  /** What a picture that is sent may have. */
  scans: { maximumBytes: number; maximumPixels: number }
  /** Seconds without another publishing after which the site is rebuilt. */
  rebuildDelay: number
  /** Local time of the nightly build, `HH:MM`; undefined for none. */
  nightlyBuild: string | undefined
  demo: boolean
}

/** The environment does not make sense; the message names each variable and says what is wrong with it. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables.
 * @throws {ConfigError} with one line a problem.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const result = v.safeParse(environment, given, { abortPipeEarly: true })
  if (!result.success) throw new ConfigError(result.issues.map((issue) => issue.message).join('\n'))
  const env = result.output
  const dataDir = resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    dataDir,
    databaseFile: env.DATABASE_URL ? path(env.DATABASE_URL) : resolve(dataDir, 'archive.db'),
    mediaDir: env.MEDIA_URL ? path(env.MEDIA_URL) : resolve(dataDir, 'media'),
    overlaysDir: resolve(dataDir, 'overlays'),
    siteUrl: env.SITE_URL,
    apiUrl: env.API_URL,
    smtpUrl: env.SMTP_URL,
    secretKey: env.SECRET_KEY,
    scans: {
      maximumBytes: env.SCAN_MAX_MB === undefined ? SCAN.maximumBytes : env.SCAN_MAX_MB * 1024 * 1024,
      maximumPixels: env.SCAN_MAX_MEGAPIXELS === undefined ? SCAN.maximumPixels : env.SCAN_MAX_MEGAPIXELS * 1e6,
    },
    rebuildDelay: env.REBUILD_DELAY,
    nightlyBuild: env.NIGHTLY_BUILD === 'off' ? undefined : env.NIGHTLY_BUILD,
    demo: env.DEMO,
  }
}
