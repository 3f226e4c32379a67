import { CACHE, isHashed } from '#rules/addresses/site-routing.ts'
import type { DeployFile } from './target.ts'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  ...{ jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif' },
  woff2: 'font/woff2',
}
const FEED = 'application/atom+xml; charset=utf-8'

/** The headers that a store sends with a file: the same as our own server's. */
export const fileHeaders = ({ path, gzipped }: Pick<DeployFile, 'path' | 'gzipped'>): Record<string, string> => ({
  'content-type': path === 'feed.xml' ? FEED : (TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream'),
  'cache-control': isHashed(`/${path}`) ? CACHE.forever : CACHE.revalidate,
  ...(gzipped && { 'content-encoding': 'gzip' }),
})
