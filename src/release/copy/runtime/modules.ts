/** Loads scripts of the copy: modules, and packed files. */

type Run = (require: (name: string) => unknown, module: Module, exports: object, load: Load, url: string) => void
type Load = (name: string) => Promise<unknown>
interface Module {
  exports: object
}

/** @param root the copy's folder, as an address that ends in `/` @param toFile the file of an address of the site */
export function createModules(root: string, toFile: (address: string) => string) {
  const defined = new Map<string, { imports: readonly string[]; run: Run }>()
  const modules = new Map<string, Module>()
  const scripts = new Map<string, Promise<void>>()
  const packs = new Map<string, string>()

  /** Runs a script of the copy once. Rejects where there is none. */
  function loadScript(file: string): Promise<void> {
    let loading = scripts.get(file)
    if (!loading) {
      loading = new Promise<void>((resolve, reject) => {
        const script = document.createElement('script')
        Object.assign(script, { onload: resolve, onerror: () => reject(new TypeError(`${file} is not in this copy.`)) })
        script.setAttribute('src', root + file)
        document.head.append(script)
      })
      scripts.set(file, loading)
    }
    return loading
  }

  const resolve = (name: string, from: string) => new URL(name, `http://copy${from}`).pathname
  /** Loads a module and all that it imports, in any order. */
  async function fetchModule(path: string, seen: Set<string>): Promise<void> {
    if (seen.has(path)) return
    seen.add(path)
    if (!defined.has(path)) await loadScript(toFile(path))
    await Promise.all(defined.get(path)!.imports.map((name) => fetchModule(resolve(name, path), seen)))
  }
  function run(path: string): object {
    const known = modules.get(path)
    if (known) return known.exports
    const module: Module = { exports: {} }
    modules.set(path, module)
    const load: Load = (name) => importModule(resolve(name, path))
    defined.get(path)!.run((name) => run(resolve(name, path)), module, module.exports, load, root + toFile(path))
    return module.exports
  }
  async function importModule(path: string): Promise<object> {
    await fetchModule(path, new Set())
    return run(path)
  }

  return {
    define: (path: string, imports: readonly string[], run: Run) => void defined.set(path, { imports, run }),
    importModule,
    /** Files of a pack: text, or base64 after a `!`. */
    addFiles: (files: Record<string, string>) => Object.entries(files).forEach(([path, text]) => packs.set(path, text)),
    /** A packed file; undefined where the copy has none. */
    async readFile(path: string, pack: string): Promise<string | undefined> {
      if (!packs.has(path)) await loadScript(pack).catch(() => undefined)
      return packs.get(path)
    },
  }
}
