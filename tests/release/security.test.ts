import { expect, test } from 'vitest'
import { contentSecurityPolicy, frameSources, imageryOrigins } from '#release/files/security.ts'
import { MAX_INLINE } from '#release/pages/page-facts.ts'
import { society } from '#society'

const policy = (...baseMaps: { layers?: number[]; tiles?: string; wms?: string }[]) =>
  Object.fromEntries(
    contentSecurityPolicy({ scripts: [], styles: [] }, { apiBase: '' }, baseMaps)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name, ...values]) => [name, values]),
  ) as Record<string, string[]>

test("img-src allows the base maps' servers, each once, and no others", () => {
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

test('base maps only affect img-src', () => {
  const [without, with_] = [policy(), policy({ tiles: 'https://maps.example/{z}/{x}/{y}.png' })]
  expect({ ...with_, 'img-src': [] }).toEqual({ ...without, 'img-src': [] })
})

test('a base map on the archive’s own server, or with an invalid address, allows nothing', () => {
  const maps = ['/tiles/{z}/{x}/{y}.png', 'nonsense', 'javascript:alert(1)', "data:image/png,';script-src *"]
  expect(imageryOrigins(maps.map((tiles) => ({ tiles })))).toEqual([])
})

test('the base map of society.ts is allowed', () => {
  expect(policy(...society.map.baseMaps)['img-src']).toContain('https://tile.openstreetmap.org')
})

test('frame-src allows the players in society.ts, and no others', () => {
  expect(policy()['frame-src']).toEqual(society.embeds.map((host) => `https://${host}`))
  expect(frameSources([])).toEqual(["'none'"])
  expect(
    frameSources(['*', 'evil.example; script-src *', 'https://evil.example', 'a b.example', 'ok.example']),
  ).toEqual(['https://ok.example'])
})

test('inline code is listed by hash, once, up to the limit of a header', () => {
  const written = (scripts: string[]) => contentSecurityPolicy({ scripts, styles: ['i{}'] }, { apiBase: '' }, [])
  expect(written(['begin()', 'begin()'])).toMatch(
    /script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+';/,
  )
  const many = Array.from({ length: MAX_INLINE + 1 }, (_, at) => `begin(${at})`)
  expect(() => written(many)).toThrow(/at most 24/)
  const policy = written(many.slice(1))
  // nginx refuses a parameter of its configuration over 4,095 bytes.
  expect(policy.length).toBeLessThan(4000)
})
