/** True where an Accept header names a kind of file (`image/webp`) and does not refuse it; wildcards name nothing (RFC 9110 §12.5.1). */
export function accepts(header: string | undefined, type: string): boolean {
  if (!header) return false
  return header
    .toLowerCase()
    .split(',')
    .some((part) => part.split(';')[0]!.trim() === type && !/;\s*q=0(\.0*)?\s*(;|$)/.test(part))
}
