import { itemAddress } from './page-addresses.ts'

/** The reading page of a scan of an item with many; `page` counts from 1. Not in page-addresses.ts, which the map loads first. */
export const leafAddress = (id: number, page: number) => `${itemAddress(id)}page/${page}/`
/** Item and page in the path of a reading page; empty for other paths. */
export const leafOfPath = (pathname: string): number[] =>
  /^\/itemview\/(\d{1,15})\/page\/(\d{1,6})\/?$/.exec(pathname)?.slice(1).map(Number) ?? []
/** Where `?page=7` of an item of many pages leads, with the rest of the query; undefined for other addresses. */
export function leafOfQuery(path: string, query: string): string | undefined {
  const [, item] = /^\/itemview\/([1-9]\d{0,14})\/$/.exec(path) ?? []
  const [found = '', page] = /(?<=^|&)page=([1-9]\d{0,5})(?:&|$)/.exec(query) ?? []
  return item && page && `${leafAddress(Number(item), Number(page))}?${query.replace(found, '')}`.replace(/[?&]$/, '')
}
