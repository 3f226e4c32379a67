/**
 * The pages of a section by address. A view is made when it is asked for: an incremental build renders few of them, and a full one need not hold them all.
 */
export type Pages<View> = ReadonlyMap<string, () => View>
/** A page's entry in such a map. */
export type PageEntry<View> = readonly [address: string, view: () => View]

const MADE = Symbol.for('lotline.made')
/** Global like the archive itself (snapshot/archive.ts): the renderer of single pages is a bundle with a copy of this module. */
const shared = globalThis as { [MADE]?: WeakMap<object, Map<string, unknown>> }

/**
 * Makes something once of an archive, or of one of its lists, and keeps it as long as that. An update that changes items has the other lists of before
 * (pull-changes.ts). `name` is unique: it tells what is made of the same source apart.
 */
export function oncePer<Source extends object, Value>(
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

/** A page that shows more. */
export const withMore = <View extends object, More extends object>(
  [address, view]: PageEntry<View>,
  more: More,
): PageEntry<View & More> => [address, () => ({ ...view(), ...more })]

export const entriesOf = <View extends { address: string }>(views: readonly View[]): PageEntry<View>[] =>
  views.map((view) => [view.address, () => view])

/** `getStaticPaths` for a route `[section]/[...page].astro`, or one with a fixed section; `page` is undefined for the section's own address. */
export const pagePaths = (pages: Pages<unknown>) =>
  [...pages.keys()].map((address) => {
    const [section, ...page] = address.slice(1, -1).split('/')
    return { params: { section: section!, page: page.join('/') || undefined } }
  })
