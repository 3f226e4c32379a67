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
const compose = parse(read('compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, null> }
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

test('compose gives Lotline settings that it takes, a volume for its data, and time to end', () => {
  const set = Object.fromEntries(
    Object.entries(lotline.environment!).map(([name, value]) => [
      name,
      value.replace(/\$\{SITE_HOST[^}]*\}/, 'archive.example.org').replace(/\$\{\w+:-\}/, ''),
    ]),
  )
  const config = readConfig(set)
  expect(config).toMatchObject({
    siteUrl: 'https://archive.example.org',
    dataDir: '/data',
    trustedProxies: ['uniquelocal'],
  })
  const documented = [...read('README.md').matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name)
  for (const name of Object.keys(set)) expect(documented).toContain(name)
  expect(lotline.expose).toEqual([String(config.port), String(config.metrics!.port)])
  expect(lotline.volumes).toContain('archive:/data')
  // The drain, and the 60 seconds after which a server ends by force.
  expect(Number(/^(\d+)m$/.exec(lotline.stop_grace_period!)![1]) * 60).toBeGreaterThan(config.shutdownGrace + 60)
})

test('each service has an image, and each volume and dependency is declared', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.image ?? service.build, name).toMatch(/^(\.|[\w./-]+:[\w.-]+)$/)
    for (const volume of service.volumes ?? [])
      expect(Object.keys(compose.volumes), name).toContain(volume.split(':')[0])
    for (const other of service.depends_on ?? []) expect(Object.keys(compose.services), name).toContain(other)
  }
})
