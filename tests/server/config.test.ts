import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

test('without any variable', () => {
  expect(readConfig({ PORT: '' })).toEqual({
    port: 4321,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseFile: resolve('data/archive.db'),
    mediaDir: resolve('data/media'),
    overlaysDir: resolve('data/overlays'),
    trashDir: resolve('data/trash'),
    diskFullPercent: 2,
    siteUrl: undefined,
    apiUrl: undefined,
    smtpUrl: undefined,
    secretKey: undefined,
    rebuildDelay: 0,
    nightlyBuild: '03:00',
    scans: { maximumBytes: 100 * 1024 * 1024, maximumPixels: 100_000_000, maximumMemory: 1024 ** 3 },
    demo: false,
    metrics: undefined,
    trustedProxies: ['loopback'],
    shutdownGrace: 0,
    mayLead: true,
  })
})

test('with each of them', () => {
  const config = readConfig({
    PORT: '8080',
    DATA_DIR: '/srv/archive',
    DATABASE_URL: 'sqlite:///srv/other.db',
    MEDIA_URL: 'file:pictures',
    SITE_URL: 'https://archive.example.org/',
    API_URL: 'http://localhost:8000',
    SMTP_URL: 'smtps://user:secret@mail.example.org',
    SECRET_KEY: 'x'.repeat(32),
    REBUILD_DELAY: '30',
    NIGHTLY_BUILD: 'off',
    SCAN_MAX_MB: '20',
    SCAN_MAX_MEGAPIXELS: '30',
    SCAN_MAX_MEMORY_MB: '512',
    METRICS_PORT: '9464',
    TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8,192.0.2.1',
    SHUTDOWN_GRACE: '15',
    DEMO: '1',
    HOME: '/root',
  })
  expect(config).toMatchObject({
    port: 8080,
    databaseFile: '/srv/other.db',
    mediaDir: resolve('pictures'),
    siteUrl: 'https://archive.example.org',
    rebuildDelay: 30,
    nightlyBuild: undefined,
    scans: { maximumBytes: 20 * 1024 * 1024, maximumPixels: 30_000_000, maximumMemory: 512 * 1024 * 1024 },
    metrics: { port: 9464, host: '127.0.0.1' },
    trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
    shutdownGrace: 15,
    demo: true,
  })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['TRUSTED_PROXIES', 'everybody'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['SHUTDOWN_GRACE', '301'],
  ['DATABASE_URL', 'postgres://a b'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['DATABASE_REPLICA_URL', 'replica.example.org'],
  ['DATABASE_REPLICA_URL', 'postgres://replica.example.org/archive'],
  ['LEADER', 'maybe'],
  ['LEADER', 'off'],
  ['MEDIA_URL', 'ftp://bucket'],
  ['MEDIA_URL', '/media'],
  ['SITE_URL', 'archive.example.org'],
  ['API_URL', 'ftp://archive.example.org'],
  ['SMTP_URL', 'mail.example.org'],
  ['SECRET_KEY', 'short'],
  ['REBUILD_DELAY', '-1'],
  ['REBUILD_DELAY', '4000'],
  ['NIGHTLY_BUILD', '3am'],
  ['NIGHTLY_BUILD', '24:00'],
  ['SCAN_MAX_MB', '0'],
  ['SCAN_MAX_MEGAPIXELS', 'many'],
  ['DEMO', 'maybe'],
])('%s=%s is refused in a sentence that names it', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} .*\\.$`))
})

test('an object store: the bucket, a folder in it, and who asks', () => {
  const credentials = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  const { s3, mediaDir } = readConfig({
    ...{ MEDIA_URL: 's3://our-archive/media/2026/', DATA_DIR: '/srv/archive', S3_ENDPOINT: 'https://s3.example.org/' },
    ...credentials,
  })
  expect(mediaDir).toBe('/srv/archive/media')
  expect(s3).toEqual({
    ...{ endpoint: 'https://s3.example.org', bucket: 'our-archive', prefix: 'media/2026/', region: 'us-east-1' },
    ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
  })
  expect(readConfig({ MEDIA_URL: 's3://b-b', AWS_REGION: 'eu-west-3', ...credentials }).s3).toMatchObject({
    ...{ endpoint: 'https://s3.eu-west-3.amazonaws.com', prefix: '' },
  })
  for (const [variables, sentence] of [
    [{ MEDIA_URL: 's3://our-archive' }, /^AWS_ACCESS_KEY_ID must be set too.*\nAWS_SECRET_ACCESS_KEY must be set too/],
    [{ MEDIA_URL: 's3://Our_Archive', ...credentials }, /^MEDIA_URL must be s3:\/\/BUCKET/],
    [{ MEDIA_URL: 's3://our-archive/../other', ...credentials }, /^MEDIA_URL must be s3:\/\/BUCKET/],
    [{ MEDIA_URL: 's3://our-archive', S3_ENDPOINT: 's3.example.org', ...credentials }, /^S3_ENDPOINT must be/],
  ] as const) {
    expect(() => readConfig(variables)).toThrow(ConfigError)
    expect(() => readConfig(variables)).toThrow(sentence)
  }
})

test('reports all problems together', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[^]*\n[^]*DEMO/)
})

test('only a public server is open to other machines, unless HOST says so', () => {
  expect(readConfig({}).host).toBe('127.0.0.1')
  expect(readConfig({ NODE_ENV: 'production' }).host).toBe('::')
  expect(readConfig({ NODE_ENV: 'production', HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
  expect(readConfig({ HOST: '192.168.1.5' }).host).toBe('192.168.1.5')
  for (const HOST of ['archive.example.org', '*', '1.2.3'])
    expect(() => readConfig({ HOST })).toThrow('HOST must be an address of this machine')
})
