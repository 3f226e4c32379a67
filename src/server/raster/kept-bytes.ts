/** Bytes by name, the least recently used leaving first when they are more than `capacity` together. */
export function createKeptBytes(capacity: number) {
  const kept = new Map<string, Buffer>()
  let used = 0
  return {
    get(name: string): Buffer | undefined {
      const bytes = kept.get(name)
      if (bytes) {
        kept.delete(name)
        kept.set(name, bytes)
      }
      return bytes
    },
    set(name: string, bytes: Buffer): void {
      if (kept.has(name) || bytes.length > capacity / 8) return
      kept.set(name, bytes)
      used += bytes.length
      for (const [oldest, { length }] of kept) {
        if (used <= capacity) break
        kept.delete(oldest)
        used -= length
      }
    },
    /** Bytes that are kept. */
    size: () => used,
  }
}
