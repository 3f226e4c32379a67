import * as v from 'valibot'
import { PAGING } from '#contract/limits.ts'
import {
  HARVESTED,
  type HarvestedKind,
  OAI_FORMATS,
  OAI_VERBS,
  type OaiFormat,
  type OaiList,
  type OaiToken,
  oaiToken,
  type OaiVerb,
  resumption,
} from '#contract/oai.ts'
import type { Collection } from '#contract/collection.ts'
import { escapeMarkup, XML } from '#rules/markup/xml.ts'
import { EARLIEST, type Harvested } from '../repositories/harvest.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { type Description, describe } from './describe.ts'
import { metadata, namespaceOf, schemaOf } from './formats.ts'

/** A request, and the addresses of site and API, without trailing slashes. */
export interface OaiRequest {
  site: string
  api: string
  arguments: Record<string, string | string[]>
}

/** Records of an answer. */
const PAGE = PAGING.serverMaximum
const SET_NAMES: Record<HarvestedKind, string> = {
  items: 'Items',
  people: 'People',
  organizations: 'Organizations',
  locations: 'Places',
}
const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/'

/** An error of the protocol (OAI-PMH 2.0 §3.6). */
class OaiError extends Error {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`

/** Answers a harvester (OAI-PMH 2.0). Errors of the protocol are answers too. */
export async function answerOai(of: Repositories, request: OaiRequest): Promise<string> {
  let said = request.arguments
  let content: string
  try {
    const { verb, ...given } = request.arguments
    if (typeof verb !== 'string' || !Object.hasOwn(OAI_VERBS, verb))
      throw new OaiError('badVerb', `Give one verb of ${Object.keys(OAI_VERBS).join(', ')}.`)
    content = `<${verb}>${await ANSWERS[verb as OaiVerb]({ of, ...request, verb: verb as OaiVerb, given })}</${verb}>`
  } catch (problem) {
    if (!(problem instanceof OaiError)) throw problem
    const { code, message } = problem
    if (code === 'badVerb' || code === 'badArgument') said = {}
    content = `<error code="${code}">${escapeMarkup(message)}</error>`
  }
  const attributes = Object.entries(said).map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
  return `${XML}<OAI-PMH xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} ${NAMESPACE}OAI-PMH.xsd">
<responseDate>${new Date().toISOString().slice(0, 19)}Z</responseDate>
<request${attributes.join('')}>${escapeMarkup(baseOf(request))}</request>
${content}
</OAI-PMH>
`
}

interface Asked extends OaiRequest {
  of: Repositories
  verb: OaiVerb
  given: OaiRequest['arguments']
}
const baseOf = ({ api }: Pick<OaiRequest, 'api'>) => `${api}/oai`

function check<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  const wrong = result.issues.map(({ path, message }) => `${String(path?.[0]?.key)}: ${message}`)
  throw new OaiError('badArgument', wrong.join(' '))
}

const ANSWERS: Record<OaiVerb, (asked: Asked) => Promise<string>> = {
  async Identify({ of, given, api }) {
    check(OAI_VERBS.Identify, given)
    const { name, siteName, email } = await of.harvest.settings()
    return [
      element('repositoryName', `${siteName} (${name})`),
      element('baseURL', baseOf({ api })),
      '<protocolVersion>2.0</protocolVersion>',
      element('adminEmail', email),
      `<earliestDatestamp>${EARLIEST}Z</earliestDatestamp>`,
      '<deletedRecord>persistent</deletedRecord><granularity>YYYY-MM-DDThh:mm:ssZ</granularity>',
      '<compression>gzip</compression>',
    ].join('')
  },
  async ListMetadataFormats(asked) {
    const { identifier } = check(OAI_VERBS.ListMetadataFormats, asked.given)
    if (identifier !== undefined) await findRecord(asked, identifier)
    const describeFormat = (format: OaiFormat) => [
      element('metadataPrefix', format),
      element('schema', schemaOf(format)),
      element('metadataNamespace', namespaceOf(format)),
    ]
    return OAI_FORMATS.map((each) => `<metadataFormat>${describeFormat(each).join('')}</metadataFormat>`).join('')
  },
  async ListSets({ of, given }) {
    if ('resumptionToken' in given)
      throw new OaiError('badResumptionToken', 'All sets are in one list, without tokens.')
    check(OAI_VERBS.ListSets, given)
    const kinds = HARVESTED.map((kind) => [kind, SET_NAMES[kind]] as const)
    const collections = (await of.collections.list({})).map(({ id, collection_name }) => [setOf(id), collection_name])
    return [...kinds, ...collections]
      .map(([spec, name]) => `<set>${element('setSpec', spec!)}${element('setName', name!)}</set>`)
      .join('')
  },
  async GetRecord(asked) {
    const { identifier, metadataPrefix } = check(OAI_VERBS.GetRecord, asked.given)
    const format = formatOf(metadataPrefix)
    const found = await findRecord(asked, identifier)
    return recordOf(asked, found, format, await readCollections(asked.of))
  },
  ListIdentifiers: list,
  ListRecords: list,
}

const setOf = (collection: number) => `collection:${collection}`
const hostOf = ({ site }: OaiRequest) => new URL(site).hostname
const identifierOf = (asked: OaiRequest, kind: HarvestedKind, id: number) => `oai:${hostOf(asked)}:${kind}/${id}`

function formatOf(prefix: string): OaiFormat {
  const format = OAI_FORMATS.find((each) => each === prefix)
  if (format) return format
  throw new OaiError('cannotDisseminateFormat', `metadataPrefix: There are ${OAI_FORMATS.join(' and ')}.`)
}

interface Found extends Harvested {
  kind: HarvestedKind
  /** Undefined where the public does not see it: for catalogues it is deleted. */
  description: Description | undefined
}

async function describeEach(asked: Asked, kind: HarvestedKind, rows: readonly Harvested[]): Promise<Found[]> {
  const read = ({ id, isGone }: Harvested) => (isGone ? undefined : describe(asked.of, kind, id, asked.site))
  return Promise.all(rows.map(async (row) => ({ ...row, kind, description: await read(row) })))
}

async function findRecord(asked: Asked, identifier: string): Promise<Found> {
  const start = `oai:${hostOf(asked)}:`
  const [, kind, id] =
    /^(\w+)\/([1-9]\d{0,14})$/.exec(identifier.startsWith(start) ? identifier.slice(start.length) : '') ?? []
  const harvested = HARVESTED.find((each) => each === kind)
  const row = harvested && (await asked.of.harvest.find(harvested, Number(id)))
  if (!row) throw new OaiError('idDoesNotExist', 'identifier: There is no such record in this archive.')
  return (await describeEach(asked, harvested, [row]))[0]!
}

type Collections = ReadonlyMap<number, Collection>
const readCollections = async (of: Repositories): Promise<Collections> =>
  new Map((await of.collections.list({})).map((each) => [each.id, each]))

/** A collection and those that it is in. */
function above(id: number | null | undefined, all: Collections): number[] {
  const ids = new Set<number>()
  for (let at = all.get(id ?? 0); at && !ids.has(at.id); at = all.get(at.parent_collection ?? 0)) ids.add(at.id)
  return [...ids]
}

function headerOf(asked: Asked, { kind, id, at, description }: Found, all: Collections): string {
  const sets = [kind, ...above(description?.collection, all).map(setOf)]
  const parts = [element('identifier', identifierOf(asked, kind, id)), `<datestamp>${at}Z</datestamp>`]
  return `<header${description ? '' : ' status="deleted"'}>${[...parts, ...sets.map((set) => element('setSpec', set))].join('')}</header>`
}

const recordOf = (asked: Asked, found: Found, format: OaiFormat, all: Collections) =>
  `<record>${headerOf(asked, found, all)}${found.description ? metadata(found.description, format) : ''}</record>`

async function list(asked: Asked): Promise<string> {
  const { of, given, verb } = asked
  const { archive } = await of.state.read()
  const token = 'resumptionToken' in given ? readToken(check(resumption, given).resumptionToken, archive) : undefined
  const query = token ?? check(OAI_VERBS.ListRecords, given)
  const format = formatOf(query.metadataPrefix)
  const all = await readCollections(of)
  const { kinds, collections } = partOf(query, all)
  const found: Found[] = []
  let next: Pick<OaiToken, 'kind' | 'after'> | undefined
  for (const kind of kinds.slice(Math.max(0, kinds.indexOf(token?.kind ?? kinds[0]!)))) {
    const after = kind === token?.kind ? token.after : 0
    const limit = PAGE + 1 - found.length
    const rows = await of.harvest.page({ kind, after, ...boundsOf(query), collections, limit })
    found.push(...(await describeEach(asked, kind, rows)))
    if (found.length <= PAGE) continue
    found.length = PAGE
    const last = found.at(-1)!
    next = { kind: last.kind, after: last.id }
    break
  }
  if (found.length === 0) throw new OaiError('noRecordsMatch', 'No record has changed then, or is in this set.')
  const rest = next && tokenText({ ...query, metadataPrefix: format, archive, ...next })
  const write = (each: Found) =>
    verb === 'ListRecords' ? recordOf(asked, each, format, all) : headerOf(asked, each, all)
  const more = rest ? element('resumptionToken', rest) : token && '<resumptionToken/>'
  return [...found.map(write), more ?? ''].join('\n')
}

/** What a set has: kinds of records, or the items of a collection and of those in it. */
function partOf(
  { set }: Pick<OaiList, 'set'>,
  all: Collections,
): { kinds: readonly HarvestedKind[]; collections?: number[] } {
  const kind = HARVESTED.find((each) => each === set)
  if (set === undefined || kind) return { kinds: kind ? [kind] : HARVESTED }
  const id = all.get(Number(/^collection:(\d{1,15})$/.exec(set)?.[1]))?.id
  if (id === undefined) throw new OaiError('noRecordsMatch', 'set: There is no such set; ListSets names all.')
  return { kinds: ['items'], collections: [...all.keys()].filter((each) => above(each, all).includes(id)) }
}

/** First and last second of a list. */
function boundsOf({ from = '', until = '9999' }: Pick<OaiList, 'from' | 'until'>) {
  if (from && until !== '9999' && from.length !== until.length)
    throw new OaiError('badArgument', 'until: Write it as exactly as from, both as days or both with a time.')
  const bounds = { from: from.slice(0, 19), until: until.length === 10 ? `${until}T23:59:59` : until.slice(0, 19) }
  if (bounds.from > bounds.until) throw new OaiError('badArgument', 'until: It is before from.')
  return bounds
}

/** A token holds all that the rest of its list depends on, so nothing is kept here, and no restart or publishing ends it. */
function readToken(text: string, archive: string): OaiToken {
  const { success, output } = v.safeParse(oaiToken, Buffer.from(text, 'base64url').toString())
  if (!success) throw new OaiError('badResumptionToken', 'resumptionToken: This archive gives no such tokens.')
  if (output.archive === archive) return output
  throw new OaiError('badResumptionToken', 'resumptionToken: It is of another archive. Please begin the list again.')
}
const tokenText = (token: OaiToken) => Buffer.from(JSON.stringify(token)).toString('base64url')
