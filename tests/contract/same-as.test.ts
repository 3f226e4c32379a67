import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { authorityOf, sameAs } from '#contract/same-as.ts'
import { runs } from '../setup/length.ts'

/** Of each site: its name, hosts, and addresses that it has. */
const SITES = [
  ['Wikidata', 'wikidata.org', ['wiki/Q42', 'entity/Q7251']],
  ['VIAF', 'viaf.org', ['viaf/113230702', 'viaf/113230702/']],
  ['Library of Congress', 'id.loc.gov', ['authorities/names/n79021164', 'authorities/subjects/sh85083064.html']],
  ['GeoNames', 'geonames.org', ['6167865', '6167865/toronto.html']],
  ['GeoNames', 'sws.geonames.org', ['6167865/']],
  ['OpenStreetMap', 'openstreetmap.org', ['node/240109189', 'way/4', 'relation/324211']],
  ['Find a Grave', 'findagrave.com', ['memorial/1075', 'memorial/1075/john-orr']],
] as const
const GOOD = SITES.flatMap(([name, host, paths]) => paths.map((path) => ({ name, host, path })))

test.each(GOOD)('$host/$path is at $name, with and without www and TLS', ({ name, host, path }) => {
  for (const start of ['https://', 'http://', 'HTTPS://', 'https://www.'])
    expect(authorityOf(`${start}${host}/${path}`)).toBe(name)
})

test.each(GOOD)('what only looks like $host/$path is refused', ({ host, path }) => {
  const good = `https://${host}/${path}`
  for (const hostile of [
    ...[`${host}/${path}`, `//${host}/${path}`, `ftp://${host}/${path}`, `javascript:alert(1)//${good}`, ` ${good}`],
    ...[`https://${host}@evil.example/${path}`, `https://evil.example@${host}/${path}`, `https://a:b@${host}/${path}`],
    ...[`https://${host}.evil.example/${path}`, `https://evil-${host}/${path}`, `https://evil.example/${good}`],
    ...[`https://${host}:8443/${path}`, `https:\\\\${host}/${path}`, `https://${host}\\@evil.example/${path}`],
    ...[`https://${host.replace('o', 'о')}/${path}`, `https://${host}/`, `https://${host}/wiki/Special:Search`],
    ...[
      `${good}?next=//evil.example`,
      `${good}#"><script>`,
      `${good}\n${good}`,
      `${good}%0d%0aX: y`,
      `${good}"onclick=`,
    ],
    ...[good.replace(/\d/, 'x'), good.replace(/[1-9]\d*/, '0')].filter(() => !host.startsWith('id.loc')),
  ])
    expect(authorityOf(hostile), hostile).toBeUndefined()
})

test('whatever is taken is an address at one of the sites, and of nothing else', () => {
  const bit = fc.constantFrom(...'/.:@?#\\&%"<> \n\tQ1a-', ...SITES.map(([, host]) => host), 'https://', 'www.', 'evil')
  const broken = fc
    .tuple(fc.constantFrom(...GOOD), fc.nat(60), fc.nat(3), fc.array(bit, { maxLength: 3 }))
    .map(([{ host, path }, at, cut, bits]) => [...`https://${host}/${path}`].toSpliced(at, cut, ...bits).join(''))
  fc.assert(
    fc.property(broken, (address) => {
      const name = authorityOf(address)
      if (name === undefined) return
      const { protocol, hostname, username, port, search, hash } = new URL(address)
      expect(SITES.filter(([each]) => each === name).map(([, host]) => host)).toContain(hostname.replace(/^www\./, ''))
      expect([/^https?:$/.test(protocol), username, port, search, hash]).toEqual([true, '', '', '', ''])
    }),
    { numRuns: runs(2000) },
  )
})

test('each address is kept once, and one that is wrong refuses the field', () => {
  const good = 'https://www.wikidata.org/wiki/Q42'
  expect(v.parse(sameAs, [good, good])).toEqual([good])
  expect(v.safeParse(sameAs, [good, 'https://example.org/Q42']).issues?.[0].message).toContain('Find a Grave')
})
