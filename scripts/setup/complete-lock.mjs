import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * With a registry that only has packages for one platform, npm writes a lock file without the others, and `npm ci` then rejects it
 * ("Missing: … from lock file"). Run this after such an `npm install`: it adds the missing packages for all platforms.
 */
const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'windows',
]
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Where Node looks for a dependency of the package at `from`, nearest first. */
function places(from, name) {
  const found = []
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    found.push(`${at === '' ? '' : `${at}/`}node_modules/${name}`)
    if (at === '') return found
  }
}

/** The optional dependencies that are missing from a lock file: path and entry of each. */
export function missingOptional(packages) {
  const missing = {}
  for (const [from, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const where = places(from, name)
      const found = where.map((place) => packages[place]).find(Boolean)
      const exact = /^\d/.test(version)
      if (!exact || found?.version === version) continue
      missing[found ? where[0] : where.at(-1)] = { version, optional: true, ...(dev && { dev }), ...platform(name) }
    }
  }
  return missing
}

/** The platform in a package's name. */
function platform(name) {
  const words = name.split('/').at(-1).split('-')
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.find((word) => PROCESSORS.includes(word))
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os === 'windows' ? 'win32' : os] }),
    ...(libc && { libc: [libc] }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.resolve(import.meta.dirname, '../../package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingOptional(lock.packages)
  const all = { ...lock.packages, ...missing }
  lock.packages = Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((where) => [where, all[where]]),
  )
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} packages added to package-lock.json.`)
}
