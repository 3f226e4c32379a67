/** Encodes all but RFC 5987 §3.2.1 attr-chars, beyond what encodeURIComponent leaves. */
const encode = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Content-Disposition header for a download (RFC 6266): in ASCII for old clients, and in UTF-8. */
export function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%/]/g, '_')
  return `attachment; filename="${plain || 'picture'}"; filename*=UTF-8''${encode(name.toWellFormed())}`
}
