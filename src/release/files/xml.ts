const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text inside XML; characters that XML 1.0 cannot hold at all are dropped (a record may carry any). */
export function xmlText(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
      // eslint-disable-next-line no-control-regex -- control characters are what is looked for
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .toWellFormed()
  )
}
export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
