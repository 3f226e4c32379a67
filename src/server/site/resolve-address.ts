import { rewriteOf } from '#rules/site-routing.ts'

/** What an address of the site means: files to try in turn with the status they go with, or another address to go to. */
export interface Meaning {
  /** Path of a file below the site, beginning with `/`. */
  file: string
  /** Shown instead when there is no such file; undefined: the 404 page. */
  shell: string | undefined
  /** Where to go when the file is not there but a page is: the same address with a slash at its end. */
  slash: string | undefined
}

/** Files that hosts read and visitors need not. */
const HIDDEN = /^\/(?:_redirects|_headers)$|\.(?:br|gz)$|\/\./

/** Reads the path of a request. Undefined for what cannot be a file of the site: bad encoding, `..`, NUL, a backslash, a hidden file. */
export function resolveAddress(path: string): Meaning | undefined {
  let address: string
  try {
    address = decodeURIComponent(path)
  } catch {
    return undefined
  }
  if (
    !address.startsWith('/') ||
    /[\0\\]|\/\//.test(address) ||
    address.split('/').includes('..') ||
    HIDDEN.test(address)
  ) {
    return undefined
  }
  if (address.endsWith('/')) {
    const shell = rewriteOf(address)
    return { file: `${address}index.html`, shell: shell && `${shell}index.html`, slash: undefined }
  }
  return { file: address, shell: undefined, slash: `${address}/` }
}
