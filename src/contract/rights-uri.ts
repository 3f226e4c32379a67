import * as v from 'valibot'
import { text } from './fields.ts'
import { TEXT } from './limits.ts'
import { RIGHTS } from './rights.ts'

const byAddress = new Map(Object.keys(RIGHTS).map((uri) => [uri.replace(/^https?:/, ''), uri]))

/** The URI that an address means: with http or https, with `www.`, of the page or of the legal text. */
function canonical(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const path = url.pathname.replace(/^\/page\//, '/vocab/').replace(/\/(?:deed|legalcode)(?:\.[a-z-]{2,10})?$/, '/')
  return byAddress.get(`//${url.host.replace(/^www\./, '')}${path.endsWith('/') ? path : `${path}/`}`) ?? address
}
const NOT_LISTED =
  'Choose a statement of rightsstatements.org (1.0), a licence of Creative Commons (4.0), CC0 or the Public Domain Mark.'

/** The URI of a statement, or '' where nothing is said. */
export const rightsUri = v.nullish(
  v.pipe(
    text(TEXT.url),
    v.transform(canonical),
    v.check((uri) => uri === '' || Object.hasOwn(RIGHTS, uri), NOT_LISTED),
  ),
  '',
)
