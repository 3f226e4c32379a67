/**
 * A mail address, as it stands in a sentence; also between the angle brackets of an SMTP answer, or written for a URL. It begins where such
 * a run of letters begins and nowhere within it: a long address of a page without one would otherwise be walked through once for each letter.
 */
const ADDRESS = /(?<![^\s<>()[\]"',;:=/?&])[^\s<>()[\]"',;:=/?&]+(?:@|%40)[^\s<>()[\]"',;:=/?&]+/gi
/** The links of letters: user and token (spec §4). */
const SECRET_PATH = /(\/activate|\/password\/reset\/confirm)\/[^\s"'<>?#]*/gi
/** What may be a token of ours: parts of base64url, of which one says `{"alg":…`. Looked for at the beginning of a run alone, as above. */
const TOKEN = /(?<![\w-])[\w-]+(?:\.[\w-]*){2,}/g
/** User and password of a web or mail server's address. */
const CREDENTIALS = /(\w:\/\/)[^\s/@]+@/g

/** Nothing that is taken out is without one of these. */
const SUSPECT = /@|%40|eyJ|\/activate|\/password\/reset\/confirm/i

/** A text for a log or a report, without mail addresses, tokens, credentials and secret links. */
export function scrubText(text: string): string {
  // Most lines hold nothing, and every request writes one.
  if (!SUSPECT.test(text)) return text
  return text
    .replace(SECRET_PATH, '$1/…')
    .replace(TOKEN, (found) => (found.includes('eyJ') ? '[token]' : found))
    .replace(CREDENTIALS, '$1[credentials]@')
    .replace(ADDRESS, (found) => (found.startsWith('[credentials]') ? found : '[address]'))
}
