import { expect, test } from 'vitest'
import { contentSecurityPolicy, frameSources, imageryOrigins } from '#release/files/security.ts'
import { society } from '#society'

const policy = (...baseMaps: { layers?: number[]; tiles?: string; wms?: string }[]) =>
  Object.fromEntries(
    contentSecurityPolicy({ scripts: new Set(), styles: new Set() }, '', baseMaps)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name, ...values]) => [name, values]),
  ) as Record<string, string[]>

test('pictures may come from the servers of base maps, each named once, and from nowhere else', () => {
  const maps = [
    { layers: [2015] },
    { tiles: 'https://{s}.tiles.example/{z}/{x}/{y}.png' },
    { tiles: 'https://maps.example:8443/one/{z}/{x}/{y}.png' },
    { tiles: 'https://maps.example:8443/two/{z}/{x}/{y}.png' },
    { wms: 'http://county.example/ows?map=aerial' },
  ]
  expect(policy(...maps)['img-src']).toEqual([
    "'self'",
    'data:',
    'http://county.example',
    'https://*.tiles.example',
    'https://maps.example:8443',
  ])
})

test('base maps open nothing but pictures', () => {
  const [without, with_] = [policy(), policy({ tiles: 'https://maps.example/{z}/{x}/{y}.png' })]
  expect({ ...with_, 'img-src': [] }).toEqual({ ...without, 'img-src': [] })
})

test('a base map on the archive’s own server, or with an address that is none, opens nothing', () => {
  const maps = ['/tiles/{z}/{x}/{y}.png', 'nonsense', 'javascript:alert(1)', "data:image/png,';script-src *"]
  expect(imageryOrigins(maps.map((tiles) => ({ tiles })))).toEqual([])
})

test('without anything said, the policy has those of society.ts', () => {
  const origins = imageryOrigins(society.map.baseMaps)
  const written = contentSecurityPolicy({ scripts: new Set(), styles: new Set() }, '')
  expect(written).toContain(["img-src 'self' data:", ...origins].join(' '))
})

test('frames may come from the hosts of players that society.ts names, and from nowhere else', () => {
  expect(policy()['frame-src']).toEqual(society.embeds.map((host) => `https://${host}`))
  expect(frameSources([])).toEqual(["'none'"])
  expect(
    frameSources(['*', 'evil.example; script-src *', 'https://evil.example', 'a b.example', 'ok.example']),
  ).toEqual(['https://ok.example'])
})
