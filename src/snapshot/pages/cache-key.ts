import { createHash } from 'node:crypto'

/** The cache key of a page: a hash of all that it shows (measured.md "Static build"). The same data gives the same key. */
export const cacheKey = (view: object): string => createHash('sha1').update(JSON.stringify(view)).digest('base64url')
