/**
 * A mail address in text, also between angle brackets or URL-encoded. The lookbehind makes it start at the beginning of a run of such characters,
 * which keeps matching linear.
 */
const ADDRESS = /(?<![^\s<>()[\]"',;:=/?&])[^\s<>()[\]"',;:=/?&]+(?:@|%40)[^\s<>()[\]"',;:=/?&]+/gi
/** Links in mails contain user and token (spec §4). */
const SECRET_PATH = /(\/activate|\/password\/reset\/confirm)\/[^\s"'<>?#]*/gi
/** A possible token of ours: base64url parts, one of which starts with `{"alg":`. Starts at the beginning of a run, as above. */
const TOKEN = /(?<![\w-])[\w-]+(?:\.[\w-]*){2,}/g
/** User and password of a web or mail server's address. */
const CREDENTIALS = /(\w:\/\/)[^\s/@]+@/g

/** Everything that is redacted contains one of these. */
const SUSPECT = /@|%40|eyJ|\/activate|\/password\/reset\/confirm/i

/** Removes mail addresses, tokens, credentials and secret links from text for logs and reports. */
export function redactSecrets(text: string): string {
  // A fast path: every request writes a line, and most contain nothing.
  if (!SUSPECT.test(text)) return text
  return text
    .replace(SECRET_PATH, '$1/…')
    .replace(TOKEN, (found) => (found.includes('eyJ') ? '[token]' : found))
    .replace(CREDENTIALS, '$1[credentials]@')
    .replace(ADDRESS, (found) => (found.startsWith('[credentials]') ? found : '[address]'))
}
