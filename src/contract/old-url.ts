import * as v from 'valibot'
import { field } from './field.ts'
import { body, id } from './fields.ts'
import { MERGED_KINDS } from './merged.ts'

/**
 * Addresses that are this archive's own, whether a page is there or not: an old one among them would shadow a page, or lead in a circle. Others below
 * `/collections/` and its like are free: programs that societies leave have them, too.
 */
const OURS =
  /^(?:$|\/(?:api|auth|raster|media|oai|data|iiif|dump|pagefind|_astro|_headers|_redirects|itemview|person-overview|org-overview|zone-overview|decades|years|types|review|activate|password|reset-password|login|register|account|add-item|submissions)(?:[/.]|$)|\/(?:map|collection|people|places|organizations|subjects|collections|stories|about|search)$|\/(?:subjects|collections|stories)\/\d|\/(?:404\.html|(?:feed|anniversaries)\.xml|sitemap[\w-]*\.xml|robots\.txt|favicon\.\w+)(?:\/|$))/i

/** Empty, hidden and relative parts of a path; control characters, and what browsers take for a slash. */
const ODD = /^[^?]*\/[/.]|%(?:[01][\dA-F]|7F|5C)/

/** RFC 3986 §6.2.2: a sign is written in one way, whichever way a browser or a spreadsheet has it. */
const normalize = (part: string): string =>
  part.replace(/%([\da-f]{2})|[^\w.~!()*+,;=:@&/?-]/giu, (sign, code?: string) => {
    const meant = code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16))
    if (code !== undefined) return /[\w.~-]/.test(meant) ? meant : sign.toUpperCase()
    return sign === "'" ? '%27' : encodeURIComponent(sign)
  })

/** Path and query of an address on an earlier website in their normal form, without its host, and a slash or index.html at the end; or what is wrong with it. */
export function readOldUrl(written: string): { address?: string; problem?: string } {
  const text = written.trim()
  const problem = (why: string) => ({ problem: `“${text.slice(0, 100)}” ${why}` })
  const [, rest = ''] = /^(?:https?:\/\/[^/?#\\@\s]+)?(\/.*)$/is.exec(text) ?? []
  const address = rest.isWellFormed() ? normalize(rest.split('#')[0]!) : ''
  const [, path = '', query = ''] = /^([^?]*)(\?.+)?/.exec(address) ?? []
  if (path === '' || ODD.test(address) || address.length > 500)
    return problem('is no address of an earlier website, such as /items/show/12, of at most 500 characters.')
  const bare = path.replaceAll(/\/index\.html(?=\/|$)|\/$/gi, '')
  return OURS.test(bare) ? problem('is an address of this archive itself.') : { address: bare + query }
}

/** The addresses in a text: on lines of their own or, from spreadsheets, after a separator. */
export const readOldUrls = (text: string) =>
  text.split(/\n|[;|]\s*(?=\/|https?:)/i).flatMap((line) => (line.trim() === '' ? [] : readOldUrl(line)))
const problemIn = (text: string) => readOldUrls(text).find(({ problem }) => problem)?.problem

/** Addresses that a record had on an earlier website, in their normal form, one on each line. They lead to its page. */
export const oldUrl = field(
  v.pipe(
    body,
    v.check((text) => !problemIn(text), ({ input }) => problemIn(input)!), // prettier-ignore
    v.transform((text) => [...new Set(readOldUrls(text).map(({ address }) => address))].join('\n')),
  ),
  'Old addresses',
  {
    ...{ staff: true, may: 'review', rows: 2 },
    hint: 'Where this was on an earlier website, one on each line, such as /items/show/12. These addresses lead here.',
  },
)

/** Kinds of records with a page. */
export const PAGE_KINDS = ['items', ...MERGED_KINDS, 'stories'] as const
const isNormal = (text: string) => readOldUrl(text).address === text
/** An old address and the record that it leads to (our addition). */
export const oldAddress = v.object({ address: v.pipe(v.string(), v.check(isNormal)), kind: v.picklist(PAGE_KINDS), id })
export type OldAddress = v.InferOutput<typeof oldAddress>
