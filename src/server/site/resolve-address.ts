import { findRewrite, SECRET_SHELLS } from '#rules/addresses/site-routing.ts'

/** The file of a URL path, and fallbacks. */
interface ResolvedAddress {
  /** Path below the site, starting with `/`. */
  file: string
  /** Served instead if the file does not exist; undefined: the 404 page. */
  shell: string | undefined
  /** Redirect if there is a page at the path with a trailing slash. */
  slash: string | undefined
}

/** Files for static hosts, not for visitors. */
const HIDDEN = /^\/(?:_redirects|_headers)$|\.(?:br|gz)$|\/\./

/** Resolves a request path. Undefined for invalid encoding, `..`, NUL, backslashes and hidden files. */
export function resolveAddress(path: string): ResolvedAddress | undefined {
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
  const shellOf = (address: string) => {
    const shell = findRewrite(address)
    return shell && `${shell}index.html`
  }
  if (address.endsWith('/')) return { file: `${address}index.html`, shell: shellOf(address), slash: undefined }
  // Without a redirect: browsers and caches would keep the secret in it.
  const isSecret = SECRET_SHELLS.some((shell) => address.startsWith(`${shell}/`))
  return { file: address, shell: isSecret ? shellOf(`${address}/`) : undefined, slash: `${address}/` }
}
