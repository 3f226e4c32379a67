import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a package where that is one command: as root on Debian. True if it is there then. */
export function aptInstall(what: string, name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${what} (apt-get install ${name}) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ]
  return steps.every((args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0)
}
