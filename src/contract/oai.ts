import * as v from 'valibot'

/** Kinds of records that catalogues harvest, in the order of a whole harvest; each is a set with this name. */
export const KIND_SETS = { items: 'Items', people: 'People', organizations: 'Organizations', locations: 'Places' }
export type HarvestedKind = keyof typeof KIND_SETS
export const HARVESTED = Object.keys(KIND_SETS) as HarvestedKind[]
export const OAI_FORMATS = ['oai_dc', 'oai_dcterms'] as const
export type OaiFormat = (typeof OAI_FORMATS)[number]

/** What a harvester sends. Which arguments a verb takes is checked later: the protocol has errors of its own. */
export const oaiArguments = v.record(v.string(), v.union([v.string(), v.array(v.string())]))

const once = v.pipe(v.string('Give it once, with a value.'), v.nonEmpty('Give it a value.'))
/** As text: a 31st of February would be read as a day in March. */
const isDay = (text: string) => new Date(Date.parse(text) || 0).toISOString().startsWith(text.slice(0, 10))
const moment = v.pipe(
  once,
  v.regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/, 'Write it as 2026-11-27 or 2026-11-27T08:00:00Z.'),
  v.check(isDay, 'There is no such day or time.'),
)
const only = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }) =>
    expected === 'never' ? 'This verb takes no such argument.' : 'This verb needs it.',
  )

const metadataPrefix = v.pipe(once, v.picklist(OAI_FORMATS, `There are ${OAI_FORMATS.join(' and ')}.`))
const selection = { metadataPrefix, from: v.optional(moment), until: v.optional(moment), set: v.optional(once) }
const list = only(selection)
export type OaiList = v.InferOutput<typeof list>
/** The arguments of each verb (OAI-PMH 2.0 §4) besides the verb. */
export const OAI_VERBS = {
  Identify: only({}),
  ListMetadataFormats: only({ identifier: v.optional(once) }),
  ListSets: only({}),
  GetRecord: only({ identifier: once, metadataPrefix }),
  ListIdentifiers: list,
  ListRecords: list,
}
export type OaiVerb = keyof typeof OAI_VERBS
/** Instead of the arguments of a list. */
export const resumption = only({ resumptionToken: once })
/** What a list was asked with, and the last record that was given. */
const after = { kind: v.picklist(HARVESTED), after: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }
const tokenFields = v.object({ archive: v.string(), ...selection, ...after })
export const oaiToken = v.pipe(v.string(), v.parseJson(), tokenFields)
export type OaiToken = v.InferOutput<typeof tokenFields>
