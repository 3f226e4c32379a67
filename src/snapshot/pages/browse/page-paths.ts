/**
 * The pages of a section by address. A view is made when it is asked for: an incremental build renders few of them, and a full one need not hold them all.
 */
export type Pages<View> = ReadonlyMap<string, () => View>
/** A page's entry in such a map. */
export type PageEntry<View> = readonly [address: string, view: () => View]

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
