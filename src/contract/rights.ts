import * as v from 'valibot'
import { text } from './fields.ts'
import { TEXT } from './limits.ts'

const RS = 'http://rightsstatements.org/vocab/'
const CC = 'https://creativecommons.org/'

/** What may be said of the rights in an item, by URI, with its official title: RightsStatements.org 1.0 and Creative Commons. */
export const RIGHTS: Readonly<Record<string, string>> = {
  [`${RS}InC/1.0/`]: 'In Copyright',
  [`${RS}InC-OW-EU/1.0/`]: 'In Copyright - EU Orphan Work',
  [`${RS}InC-EDU/1.0/`]: 'In Copyright - Educational Use Permitted',
  [`${RS}InC-NC/1.0/`]: 'In Copyright - Non-Commercial Use Permitted',
  [`${RS}InC-RUU/1.0/`]: 'In Copyright - Rights-holder(s) Unlocatable or Unidentifiable',
  [`${RS}NoC-CR/1.0/`]: 'No Copyright - Contractual Restrictions',
  [`${RS}NoC-NC/1.0/`]: 'No Copyright - Non-Commercial Use Only',
  [`${RS}NoC-OKLR/1.0/`]: 'No Copyright - Other Known Legal Restrictions',
  [`${RS}NoC-US/1.0/`]: 'No Copyright - United States',
  [`${RS}CNE/1.0/`]: 'Copyright Not Evaluated',
  [`${RS}UND/1.0/`]: 'Copyright Undetermined',
  [`${RS}NKC/1.0/`]: 'No Known Copyright',
  [`${CC}publicdomain/mark/1.0/`]: 'Public Domain Mark 1.0 Universal',
  [`${CC}publicdomain/zero/1.0/`]: 'CC0 1.0 Universal',
  [`${CC}licenses/by/4.0/`]: 'CC BY 4.0: Attribution 4.0 International',
  [`${CC}licenses/by-sa/4.0/`]: 'CC BY-SA 4.0: Attribution-ShareAlike 4.0 International',
  [`${CC}licenses/by-nc/4.0/`]: 'CC BY-NC 4.0: Attribution-NonCommercial 4.0 International',
  [`${CC}licenses/by-nc-sa/4.0/`]: 'CC BY-NC-SA 4.0: Attribution-NonCommercial-ShareAlike 4.0 International',
  [`${CC}licenses/by-nd/4.0/`]: 'CC BY-ND 4.0: Attribution-NoDerivatives 4.0 International',
  [`${CC}licenses/by-nc-nd/4.0/`]: 'CC BY-NC-ND 4.0: Attribution-NonCommercial-NoDerivatives 4.0 International',
}
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
