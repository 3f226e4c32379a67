import { itemAddress } from './page-addresses.ts'

/** The reading page of a scan of an item with many; `page` counts from 1. Not in page-addresses.ts, which the map loads first. */
export const leafAddress = (id: number, page: number) => `${itemAddress(id)}page/${page}/`
/** Item and page in the path of a reading page; empty for other paths. */
export const leafOfPath = (pathname: string): number[] =>
  /^\/itemview\/(\d{1,15})\/page\/(\d{1,6})\/?$/.exec(pathname)?.slice(1).map(Number) ?? []
