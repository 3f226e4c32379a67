/** Characters of an extended parameter value that stand for themselves (RFC 5987 §3.2.1 attr-char), beyond what encodeURIComponent leaves. */
const encode = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Content-Disposition of a file to be kept under a name (RFC 6266): in ASCII for old programs, and as it is. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%/]/g, '_')
  return `attachment; filename="${plain || 'picture'}"; filename*=UTF-8''${encode(name.toWellFormed())}`
}
