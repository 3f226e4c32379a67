import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The first steps of `npm start` and `npm test`, before anything is installed, on any Node from 20: hence plain JavaScript.
 */
export const root = path.resolve(import.meta.dirname, '../..')

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** True if node_modules matches package-lock.json, except for optional packages of other platforms and, without `tools`, for those of developers. */
export function isInstalled({ tools = true } = {}) {
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) return false
  const wanted = readJson('package-lock.json').packages
  const present = readJson('node_modules/.package-lock.json').packages
  for (const [where, { version, dev, optional, devOptional }] of Object.entries(wanted)) {
    if (where === '') continue
    const there = present[where]
    if (there === undefined ? !(optional || devOptional || (dev && !tools)) : there.version !== version) return false
  }
  return existsSync(pinnedNode())
}

/**
 * Runs `npm ci` if packages are missing or outdated; without `tools` leaves out what only developers need (tests, lint, benchmarks), half of the
 * packages. Exits with npm's code if that fails.
 */
export function ensureInstalled({ tools = true } = {}) {
  if (isInstalled({ tools })) return
  console.log('Installing packages (npm ci) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(tools ? [] : ['--omit=dev'])]
  const { status, error } = spawnSync(npm, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error) console.error(`npm could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** The Node version that package.json pins, installed by npm. */
export function pinnedNode() {
  return path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * Runs a script of the project on the pinned Node and exits with its code. Forwards signals that only reach this process (from a service manager); those
 * from the terminal reach both.
 */
export function runOnPinnedNode(script, args = process.argv.slice(2)) {
  const bin = path.join(root, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(pinnedNode(), [path.join(root, script), ...args], { cwd: root, env, stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGINT', () => {})
  child.on('error', (error) => {
    console.error(`${pinnedNode()} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (status, signal) => process.exit(status ?? (signal ? 130 : 1)))
}
