import * as v from 'valibot'
import type { Collection } from '#contract/collection.ts'
import { PAGING } from '#contract/limits.ts'
import * as oai from '#contract/oai.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { escapeMarkup, XML } from '#rules/markup/xml.ts'
import { EARLIEST, type Harvested } from '../repositories/harvest.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { metadata, namespaceOf, READS, schemaOf, type Description } from './describe.ts'

/** A request, the address of the site without a trailing slash, and that of this call. */
export interface OaiRequest {
  site: string
  base: string
  arguments: Record<string, string | string[]>
}
interface Asked extends OaiRequest {
  of: Repositories
  verb: oai.OaiVerb
  given: OaiRequest['arguments']
  collections: ReadonlyMap<number, Collection>
}

const PAGE = PAGING.serverMaximum
const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/'
const SCHEMA = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} ${NAMESPACE}OAI-PMH.xsd"`

/** An error of the protocol (OAI-PMH 2.0 §3.6). The cause is its code. */
class OaiError extends Error {}
const refusal = (code: string, sentence: string) => new OaiError(sentence, { cause: code })

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`

/** Answers a harvester (OAI-PMH 2.0). Errors of the protocol are answers too. */
export async function answerOai(of: Repositories, request: OaiRequest): Promise<string> {
  let said = request.arguments
  let content: string
  try {
    const { verb, ...given } = said
    if (!isVerb(verb)) throw refusal('badVerb', `Give one verb of ${Object.keys(oai.OAI_VERBS).join(', ')}.`)
    const collections = new Map((await of.collections.list({})).map((each) => [each.id, each]))
    content = `<${verb}>${await ANSWERS[verb]({ ...request, of, verb, given, collections })}</${verb}>`
  } catch (problem) {
    if (!(problem instanceof OaiError)) throw problem
    const code = String(problem.cause)
    if (code === 'badVerb' || code === 'badArgument') said = {}
    content = `<error code="${code}">${escapeMarkup(problem.message)}</error>`
  }
  return `${opening(request.base, said)}${content}${CLOSING}`
}

function opening(base: string, said: OaiRequest['arguments']): string {
  const attributes = Object.entries(said).map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
  return `${XML}<OAI-PMH xmlns="${NAMESPACE}" ${SCHEMA}>
<responseDate>${new Date().toISOString().slice(0, 19)}Z</responseDate>
<request${attributes.join('')}>${escapeMarkup(base)}</request>
`
}
const CLOSING = '\n</OAI-PMH>\n'

const isVerb = (verb: unknown): verb is oai.OaiVerb => typeof verb === 'string' && Object.hasOwn(oai.OAI_VERBS, verb)

function check<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, given)
  if (result.success) return result.output
  const wrong = result.issues.map(({ path, message }) => `${String(path?.[0]?.key)}: ${message}`)
  const isFormat = result.issues.every(({ type }) => type === 'picklist')
  throw refusal(isFormat ? 'cannotDisseminateFormat' : 'badArgument', wrong.join(' '))
}

const ANSWERS: Record<oai.OaiVerb, (asked: Asked) => Promise<string>> = {
  async Identify(asked) {
    check(oai.OAI_VERBS.Identify, asked.given)
    const { name, siteName, email } = await asked.of.harvest.settings()
    return `${element('repositoryName', `${siteName} (${name})`)}${element('baseURL', asked.base)}
<protocolVersion>2.0</protocolVersion>${element('adminEmail', email)}
<earliestDatestamp>${EARLIEST}Z</earliestDatestamp><deletedRecord>persistent</deletedRecord>
<granularity>YYYY-MM-DDThh:mm:ssZ</granularity><compression>gzip</compression>`
  },
  async ListMetadataFormats(asked) {
    const { identifier } = check(oai.OAI_VERBS.ListMetadataFormats, asked.given)
    if (identifier !== undefined) await findRecord(asked, identifier)
    return oai.OAI_FORMATS.map((format) => {
      const addresses = element('schema', schemaOf(format)) + element('metadataNamespace', namespaceOf(format))
      return `<metadataFormat>${element('metadataPrefix', format)}${addresses}</metadataFormat>`
    }).join('')
  },
  async ListSets({ collections, given }) {
    if ('resumptionToken' in given) throw refusal('badResumptionToken', 'All sets are in one list, without tokens.')
    check(oai.OAI_VERBS.ListSets, given)
    const sets = [...collections.values()].map(({ id, collection_name }) => [setOf(id), collection_name] as const)
    return [...Object.entries(oai.KIND_SETS), ...sets]
      .map(([spec, name]) => `<set>${element('setSpec', spec)}${element('setName', name)}</set>`)
      .join('')
  },
  async GetRecord(asked) {
    const { identifier, metadataPrefix } = check(oai.OAI_VERBS.GetRecord, asked.given)
    return recordOf(asked, await findRecord(asked, identifier), metadataPrefix)
  },
  ListIdentifiers: list,
  ListRecords: list,
}

const setOf = (collection: number) => `collection:${collection}`
/** Before the kind and the id of each record. */
const startOf = ({ site }: OaiRequest) => `oai:${new URL(site).hostname}:`

interface Found extends Harvested {
  kind: oai.HarvestedKind
  /** Undefined where the public does not see it: for catalogues it is deleted. */
  description: Description | undefined
}

async function describeEach({ of, site }: Asked, kind: oai.HarvestedKind, rows: Harvested[]): Promise<Found[]> {
  const read = async ({ id, isGone }: Harvested) => (isGone ? undefined : READS[kind](of, id, site))
  return Promise.all(rows.map(async (row) => ({ ...row, kind, description: await read(row) })))
}

async function findRecord(asked: Asked, identifier: string): Promise<Found> {
  const [start, name, id] = /^(.*:)(\w+)\/([1-9]\d{0,14})$/.exec(identifier)?.slice(1) ?? []
  const kind = start === startOf(asked) ? oai.HARVESTED.find((each) => each === name) : undefined
  const only = { from: '', until: '9999', after: Number(id) - 1, limit: 1 }
  const [row] = kind ? await asked.of.harvest.page(kind, only) : []
  if (!kind || row?.id !== Number(id))
    throw refusal('idDoesNotExist', 'identifier: There is no such record in this archive.')
  return (await describeEach(asked, kind, [row]))[0]!
}

/** A collection and those that it is in. */
function above(asked: Asked, id = 0, below: number[] = []): number[] {
  const found = below.includes(id) ? undefined : asked.collections.get(id)
  return found ? above(asked, found.parent_collection ?? 0, [...below, id]) : below
}

function headerOf(asked: Asked, { kind, id, at, description }: Found): string {
  const sets = [kind, ...above(asked, description?.collection).map(setOf)].map((set) => element('setSpec', set))
  const about = `${element('identifier', `${startOf(asked)}${kind}/${id}`)}<datestamp>${at}Z</datestamp>`
  return `<header${description ? '' : ' status="deleted"'}>${about}${sets.join('')}</header>`
}

function recordOf(asked: Asked, found: Found, format: oai.OaiFormat): string {
  const page = asked.site + recordAddress(found.kind, found.id)!
  return `<record>${headerOf(asked, found)}${found.description ? metadata(found.description, page, format) : ''}</record>`
}

async function list(asked: Asked): Promise<string> {
  const { of, given, verb } = asked
  const { archive } = await of.state.read()
  const token =
    'resumptionToken' in given ? readToken(check(oai.resumption, given).resumptionToken, archive) : undefined
  const query = token ?? check(oai.OAI_VERBS.ListRecords, given)
  const { kinds, collections } = partOf(asked, query)
  const found: Found[] = []
  for (const kind of kinds.slice(token && kinds.indexOf(token.kind))) {
    const [after, limit] = [kind === token?.kind ? token.after : 0, PAGE + 1 - found.length]
    const rows = await of.harvest.page(kind, { after, limit, collections, ...boundsOf(query) })
    found.push(...(await describeEach(asked, kind, rows)))
    if (found.length > PAGE) break
  }
  if (found.length === 0) throw refusal('noRecordsMatch', 'No record has changed then, or is in this set.')
  const isWhole = verb === 'ListRecords'
  const write = (each: Found) => (isWhole ? recordOf(asked, each, query.metadataPrefix) : headerOf(asked, each))
  const last = found.length > PAGE ? found[PAGE - 1]! : undefined
  const rest = last && tokenText({ ...query, archive, kind: last.kind, after: last.id })
  // The last of several answers has an empty one.
  return [...found.slice(0, PAGE).map(write), ...(rest || token ? [element('resumptionToken', rest ?? '')] : [])].join(
    '\n',
  )
}

/** What a set has: kinds of records, or the items of a collection and of those in it. */
function partOf(asked: Asked, { set }: Pick<oai.OaiList, 'set'>) {
  const kind = oai.HARVESTED.find((each) => each === set)
  if (set === undefined || kind) return { kinds: kind ? [kind] : oai.HARVESTED }
  const id = Number(/^collection:(\d{1,15})$/.exec(set)?.[1])
  if (!asked.collections.has(id)) throw refusal('noRecordsMatch', 'set: There is no such set; ListSets names all.')
  const below = [...asked.collections.keys()].filter((each) => above(asked, each).includes(id))
  return { kinds: oai.HARVESTED.slice(0, 1), collections: below }
}

/** First and last second of a list. */
function boundsOf({ from = '', until = '9999' }: Pick<oai.OaiList, 'from' | 'until'>) {
  if (from && until !== '9999' && from.length !== until.length)
    throw refusal('badArgument', 'until: Write it as exactly as from, both as days or both with a time.')
  const bounds = { from: from.slice(0, 19), until: until.length === 10 ? `${until}T23:59:59` : until.slice(0, 19) }
  if (bounds.from > bounds.until) throw refusal('badArgument', 'until: It is before from.')
  return bounds
}

/** A token holds all that the rest of its list depends on, so nothing is kept here, and no restart or publishing ends it. */
function readToken(text: string, archive: string): oai.OaiToken {
  const { success, output } = v.safeParse(oai.oaiToken, Buffer.from(text, 'base64url').toString())
  if (!success) throw refusal('badResumptionToken', 'resumptionToken: This archive gives no such tokens.')
  if (output.archive === archive) return output
  throw refusal('badResumptionToken', 'resumptionToken: It is of another archive. Please begin the list again.')
}
const tokenText = (token: oai.OaiToken) => Buffer.from(JSON.stringify(token)).toString('base64url')

const OF_FILE = { verb: 'ListRecords', metadataPrefix: 'oai_dc', set: 'items' } as const

/** The items that everybody may read, each as a record, with its page. `only`: these of them. */
export async function* publicItems(of: Repositories, site: string, only?: ReadonlySet<number>) {
  const collections = new Map((await of.collections.list({})).map((each) => [each.id, each]))
  const asked = { of, site, base: '', verb: OF_FILE.verb, arguments: {}, given: {}, collections }
  for (let after = 0; ;) {
    const rows = await of.harvest.page('items', { from: '', until: '9999', after, limit: PAGE })
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    const wanted = only ? rows.filter(({ id }) => only.has(id)) : rows
    for (const { description, ...found } of await describeEach(asked, 'items', wanted)) {
      if (!description) continue
      const record = recordOf(asked, { ...found, description }, OF_FILE.metadataPrefix)
      yield { record, page: site + recordAddress('items', found.id)!, terms: description.terms }
    }
  }
}

/** The same as a file, which is one answer without tokens. */
export async function* answerAtOnce(of: Repositories, site: string, only?: ReadonlySet<number>) {
  yield opening(`${site}/oai`, OF_FILE)
  let isEmpty = true
  for await (const { record } of publicItems(of, site, only)) {
    yield `${isEmpty ? '<ListRecords>' : ''}\n${record}`
    isEmpty = false
  }
  yield `${isEmpty ? '<error code="noRecordsMatch"></error>' : '</ListRecords>'}${CLOSING}`
}
