/** A mail address, as it stands in a sentence; also between the angle brackets of an SMTP answer, or written for a URL. */
const ADDRESS = /[^\s<>()[\]"',;:=/?&]+(?:@|%40)[^\s<>()[\]"',;:=/?&]+/gi
/** The links of letters: user and token (spec §4). */
const SECRET_PATH = /(\/activate|\/password\/reset\/confirm)\/[^\s"'<>?#]*/gi
/** A token of ours: three parts of base64url, the first of which says `{"alg":…`. */
const TOKEN = /eyJ[\w-]*\.[\w-]*\.[\w-]*/g
/** User and password of a web or mail server's address. */
const CREDENTIALS = /(\w:\/\/)[^\s/@]+@/g

/** A text for a log or a report, without mail addresses, tokens, credentials and secret links. */
export function scrubText(text: string): string {
  return text
    .replace(SECRET_PATH, '$1/…')
    .replace(TOKEN, '[token]')
    .replace(CREDENTIALS, '$1[credentials]@')
    .replace(ADDRESS, (found) => (found.startsWith('[credentials]') ? found : '[address]'))
}
