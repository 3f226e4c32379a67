const MADE = Symbol.for('lotline.made')
/** Global like the archive itself (archive.ts): the renderer of single pages is a bundle with a copy of this module. */
const shared = globalThis as { [MADE]?: WeakMap<object, Map<string, unknown>> }

/**
 * Makes something once of an archive, or of one of its lists, and keeps it as long as that. An update that changes items has the other lists of before
 * (pull-changes.ts). `name` is unique: it tells what is made of the same source apart.
 */
export function memoizePerArchive<Source extends object, Value>(
  name: string,
  make: (source: Source) => Value,
): (source: Source) => Value {
  return (source) => {
    const made = (shared[MADE] ??= new WeakMap())
    const known = made.get(source) ?? new Map<string, unknown>()
    made.set(source, known)
    if (!known.has(name)) known.set(name, make(source))
    return known.get(name) as Value
  }
}
