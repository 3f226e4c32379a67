import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LivingMode } from '#contract/living.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { writeSettings } from '#server/settings/write-settings.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { productEnv, runToEnd } from '../../e2e/setup/process.ts'
import { addresses, reads } from '../../server/walk/all-reads.ts'
import { startServing } from '../api/serving.ts'
import type { Figure } from '../figures.ts'
import { LIVING, MARK, MARK_BUT_NAME, planted, writeFamily } from './family.ts'
import { createEye, walkAddresses, walkFolder, type Eye, type Walk } from './outside.ts'

/** `LIVING_KEEP=folder` keeps what was walked, and `LIVING_MODES=hidden` walks less, for whoever looks for a leak. */
const { LIVING_KEEP, LIVING_MODES = 'shown,names,hidden' } = process.env
/** What is asked for by a visitor who knows what to look for. */
const [SOME, FIRST] = [planted.filter((_, at) => at % 10 === 0), planted[0]!]
const TEMPTING: Record<string, string[]> = {
  // The last one has an error, which must not be corrected to the name.
  search: ['zqlivingnamea0', 'zqlivingnameb', 'zqlivingbio0', 'zqliving', 'zqlvingnameb'],
  q: ['zqlivingnamea0', 'zqliving'],
  ...{ people: [planted.join(',')], people_or: SOME.map(String), people_and: [`${FIRST},${FIRST + 7}`] },
  ...{ person: SOME.map(String), person1: SOME.map(String), person2: SOME.map(String), lot: ['1'] },
  ...{
    organization: ['1'],
    location: ['1'],
    collection: ['1'],
    ids: [planted.join(',')],
    items: ['1,2,3'],
    since: ['1'],
  },
}
const PARTS = ['release', 'API and pages', 'OAI-PMH', 'pictures', 'copy', 'bag', 'deployed'] as const
type Part = (typeof PARTS)[number]

/** A family of 3,010, of whom 50 live: their marks in all that is outside, while names are hidden, and while all is. With everything shown, every part has them. */
export async function benchLiving(say: (line: string) => void): Promise<Figure[]> {
  const data = LIVING_KEEP ?? mkdtempSync(path.join(os.tmpdir(), 'lotline-bench-living-'))
  const began = performance.now()
  try {
    say('A family of 3,010 …')
    await writeFamily(path.join(data, 'bundle'))
    await using db = await openDatabase(path.join(data, 'archive.db'))
    const media = createFolderStore(path.join(data, 'media'))
    const { imported, issues, living } = await importBundle({ folder: path.join(data, 'bundle'), db, media })
    if (!imported) throw new Error(`The family was refused: ${JSON.stringify(issues.slice(0, 3))}`)
    const figures: Figure[] = [
      {
        name: 'Presumed living, says the import',
        ...{ value: living.count, unit: 'records', bound: { least: LIVING }, from: 'of 3,010 people' },
      },
    ]
    for (const [mode, mark] of [
      ['shown', MARK],
      ['names', MARK_BUT_NAME],
      ['hidden', MARK],
    ] as const) {
      if (!LIVING_MODES.split(',').includes(mode)) continue
      say(`Living people: ${mode} …`)
      await inTransaction(db, (trx) => writeSettings(trx, { living: mode }))
      figures.push(...figuresOf(mode, await walkAll(data, mark, say), say))
    }
    const from = 'three sites with all their copies'
    figures.push({ name: 'In', value: (performance.now() - began) / 1000, unit: 's', bound: { most: 1800 }, from })
    return figures
  } finally {
    if (!LIVING_KEEP) rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

function figuresOf(mode: LivingMode, walks: Map<Part, Walk>, say: (line: string) => void): Figure[] {
  return [...walks].map(([part, { walked, marks, where }]) => {
    if (mode !== 'shown') for (const each of where) say(`  ${part}: ${each}`)
    const from = `${walked.toLocaleString('en')} answers or files`
    const bound = mode === 'shown' ? { least: 1 } : { most: 0 }
    return { name: `${mode}: marks in ${part}`, value: marks, unit: 'records', bound, from }
  })
}

/** Builds the site and looks at everything that somebody outside can get. */
async function walkAll(data: string, mark: RegExp, say: (line: string) => void): Promise<Map<Part, Walk>> {
  const walks = new Map<Part, Walk>()
  const walk = async (part: Part, look: (eye: Eye) => Promise<void>) => {
    const eye = createEye(mark)
    const began = performance.now()
    await look(eye)
    say(`  ${part}: ${eye.walk.walked.toLocaleString('en')} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    walks.set(part, eye.walk)
  }
  const env = { ...productEnv(data, 0), SITE_URL: 'https://town.example' }
  await runToEnd(['scripts/build-site.ts'], env)
  const site = realpathSync(path.join(data, 'site/current'))
  await walk('release', (eye) => walkFolder(site, eye))
  const server = await startServing(data, { LOG: '0', NIGHTLY_BUILD: 'off', REBUILD_DELAY: '600' })
  try {
    const pictures = new Set(portraits(data))
    const collect = (text: string) => {
      for (const [address] of text.matchAll(/\/(?:media|api\/people\/images)\/[\w./-]+\.(?:jpg|png|webp|avif)/g))
        pictures.add(address)
    }
    for (const name of readdirSync(site, { recursive: true, encoding: 'utf8' }))
      if (/\.(?:html|json|xml)$/.test(name)) collect(readFileSync(path.join(site, name), 'utf8'))
    const calls = reads
      .filter(([name]) => name !== 'oai')
      .flatMap(([, endpoint]) => addresses(endpoint, [...SOME, 1, 2], TEMPTING))
    const pages = planted.flatMap((id) => [
      `/person-overview/${id}/`,
      `/api/person/${id}/`,
      `/api/people/images/${id}/`,
    ])
    await walk('API and pages', (eye) =>
      walkAddresses(server.base, [...calls, ...pages, ...pagesOf(site)], eye, collect),
    )
    await walk('OAI-PMH', (eye) => harvest(server.base, eye))
    await walk('pictures', (eye) => walkAddresses(server.base, pictures, eye))
  } finally {
    await server.stop()
  }
  for (const [part, args] of [
    ['copy', ['scripts/archive.ts', 'copy', path.join(data, 'copy')]],
    ['bag', ['scripts/archive.ts', 'copy', path.join(data, 'bag'), '--bag']],
    ['deployed', ['scripts/build-site.ts', '--deploy', path.join(data, 'deployed')]],
  ] as const) {
    rmSync(path.join(data, part), { recursive: true, force: true })
    await runToEnd(args, env)
    await walk(part, (eye) => walkFolder(path.join(data, part), eye))
  }
  return walks
}

/** Addresses of portraits, which somebody may have kept. */
function portraits(data: string): string[] {
  const folder = path.join(data, 'media/derivatives')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `/media/${file}`)
}

const pagesOf = (site: string) =>
  readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('index.html'))
    .map((name) => `/${name.replace(/index\.html$/, '')}`)

/** Everything that a catalogue can take, and each of the living by name. */
async function harvest(base: string, eye: Eye): Promise<void> {
  for (const prefix of ['oai_dc', 'oai_dcterms'])
    for (const verb of ['ListRecords', 'ListIdentifiers'])
      for (let query: string | undefined = `metadataPrefix=${prefix}`; query !== undefined;) {
        let token: string | undefined
        await walkAddresses(base, [`/oai?verb=${verb}&${query}`], eye, (text) => {
          token = /<resumptionToken[^>]*>([^<]+)/.exec(text)?.[1]
        })
        query = token && `resumptionToken=${token}`
      }
  const one = planted.map((id) => `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:town.example:people/${id}`)
  await walkAddresses(base, ['/oai?verb=ListSets', '/oai?verb=Identify', ...one], eye)
}
