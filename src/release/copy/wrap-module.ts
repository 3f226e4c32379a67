import { basename } from 'node:path/posix'
import { rolldown, type InputOptions, type OutputOptions } from 'rolldown'
import { CopyRefused } from './copy-errors.ts'

/** The module that Astro awaits before islands (islands/before-hydration.ts); the copy has its own (runtime/copy.ts), as no other module may wait while it loads. */
const BEFORE_ISLANDS = /before-hydration/

/**
 * A module of the site as a classic script, which a page from a disk may load: CommonJS in a function that the runtime calls once all that it imports is there.
 * @param path on the site, `/_astro/app.A1B2.js` @throws {CopyRefused} for a module that waits while it loads
 */
export async function wrapModule(path: string, source: string): Promise<string> {
  if (BEFORE_ISLANDS.test(path)) return define(path, [], '__beforeIslands(__import)')
  try {
    const plugin = { name: 'of-a-copy', resolveId: (id: string) => id, load: () => forCopy(source) }
    const code = await bundleScript(
      { input: path, treeshake: false, external: (id) => id !== path, plugins: [plugin] },
      { format: 'cjs', exports: 'named', externalLiveBindings: true },
    )
    const imports = [...code.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name!)
    return define(path, [...new Set(imports)], code)
  } catch (error) {
    throw new CopyRefused(
      `The script ${basename(path)} can't be part of a copy: ${(error as Error).message.split('\n')[0]}`,
    )
  }
}

export async function bundleScript(input: InputOptions, output: OutputOptions): Promise<string> {
  await using bundle = await rolldown({ platform: 'browser', logLevel: 'silent', ...input })
  return (await bundle.generate({ ...output, minify: true })).output[0].code
}

/** What CommonJS and a page from a disk do not have. Preloading needs CORS. */
const forCopy = (source: string) =>
  source
    .replaceAll(/\bimport\(/g, '__import(')
    .replaceAll('import.meta.url', '__url')
    .replaceAll('import.meta.resolve', 'undefined')
    .replaceAll(/(["'`])modulepreload\1/g, '$1no-preload$1')
    .replaceAll(/\blocation\.assign\(/g, '__assign(')

/** Pagefind's worker could not be loaded; without one it searches in the page. */
const define = (path: string, imports: readonly string[], code: string) =>
  `__define(${JSON.stringify(path)},${JSON.stringify(imports)},function(require,module,exports,__import,__url,Worker){${code}\n})`
