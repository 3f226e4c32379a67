import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config.ts'
import packageJson from '../../package.json' with { type: 'json' }

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
/** Instructions of the image: comments left out. */
const image = read('Dockerfile')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const said = (word: string) =>
  image.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
interface Service {
  build?: string
  image?: string
  environment?: Record<string, string>
  expose?: string[]
  volumes?: string[]
  depends_on?: string[]
  stop_grace_period?: string
}
type Compose = Record<'services', Record<string, Service>> & Record<'volumes', Record<string, null>>
const compose = parse(read('compose.yaml')) as Compose
/** What is merged over it. */
const withStore = parse(read('compose.store.yaml')) as Compose
const withPostgres = parse(read('compose.postgres.yaml')) as Compose
const lotline = compose.services['lotline']!

test('the image runs the commands of this house, on its Node, not as root', () => {
  expect(said('FROM')).toEqual([expect.stringMatching(`^node:${packageJson.dependencies.node.split('.')[0]}-`)])
  expect(said('RUN')).toContain('npm ci --omit=dev')
  const [, command, script = 'start'] = JSON.parse(said('CMD')[0]!) as string[]
  expect(Object.keys(packageJson.scripts)).toContain(command === 'run' ? script : command)
  expect(said('USER')).toEqual(['node'])
  // Whatever comes after is done by that user.
  expect(image.findIndex((line) => line.startsWith('USER'))).toBeLessThan(
    image.findIndex((line) => line.includes('npm ci')),
  )
  const environment = Object.fromEntries(
    said('ENV')[0]!
      .split(' ')
      .map((each) => each.split('=') as [string, string]),
  )
  expect(environment['NODE_ENV']).toBe('production')
  expect(said('VOLUME')).toEqual([environment['DATA_DIR']])
  expect(said('EXPOSE')).toEqual([environment['PORT']])
  expect(said('HEALTHCHECK')[0]).toContain('/api/health/')
})

test('nothing private and nothing of this machine gets into the image', () => {
  const ignored = read('.dockerignore').trim().split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'node_modules']))
  // What the programs read of the project is there.
  expect(ignored).not.toContain('docs')
})

/** The settings of a service, with what a person has to set. */
const settingsOf = ({ environment = {} }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{SITE_HOST[^}]*\}/, 'archive.example.org')
        .replace(/\$\{(?:STORE_SECRET|POSTGRES_PASSWORD)[^}]*\}/, 'secret')
        .replace(/\$\{\w+:-\}/, ''),
    ]),
  )
const documented = [...read('docs/operate/settings.md').matchAll(/^\| `([A-Z_\d]+)` /gm)].map(([, name]) => name)

test('compose gives Lotline settings that it takes, a volume for its data, and time to end', () => {
  const set = settingsOf(lotline)
  const config = readConfig(set)
  expect(config).toMatchObject({
    siteUrl: 'https://archive.example.org',
    dataDir: '/data',
    trustedProxies: ['uniquelocal'],
  })
  for (const name of Object.keys(set)) expect(documented).toContain(name)
  expect(lotline.expose).toEqual([String(config.port), String(config.metrics!.port)])
  expect(lotline.volumes).toContain('archive:/data')
  // The drain, and the 60 seconds after which a server ends by force.
  expect(Number(/^(\d+)m$/.exec(lotline.stop_grace_period!)![1]) * 60).toBeGreaterThan(config.shutdownGrace + 60)
})

test('with an object store, Lotline finds the bucket, with the key of the store', () => {
  const set = settingsOf(withStore.services['lotline']!)
  const store = withStore.services['store']!
  for (const name of Object.keys(set)) expect(documented).toContain(name)
  const { s3 } = readConfig({ ...settingsOf(lotline), ...set })
  expect(s3).toMatchObject({ bucket: 'lotline', prefix: 'media/' })
  expect(set['S3_ENDPOINT']).toBe(`http://store:${store.expose![0]}`)
  expect(store.volumes).toEqual([`bucket:/data/${s3!.bucket}`])
  const keys = settingsOf(store)
  expect([keys['ROOT_ACCESS_KEY'], keys['ROOT_SECRET_KEY']]).toEqual([s3!.accessKeyId, s3!.secretAccessKey])
})

test('with PostgreSQL, Lotline finds its database and its user', () => {
  const set = settingsOf(withPostgres.services['lotline']!)
  const {
    POSTGRES_USER: user,
    POSTGRES_PASSWORD: password,
    POSTGRES_DB: name,
  } = settingsOf(withPostgres.services['postgres']!)
  expect(set['DATABASE_URL']).toBe(`postgres://${user}:${password}@postgres/${name}`)
  expect(() => readConfig({ ...settingsOf(lotline), ...set })).not.toThrow()
})
