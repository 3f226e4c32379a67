import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveProgram } from '../../scripts/archive/program.ts'

/** Of scripts/build-site/arguments.ts. */
const BUILD_OPTIONS = ['--full', '--nightly', '--rollback', '--watch', '--deploy']
const root = resolve(import.meta.dirname, '../..')
const units = readdirSync(join(root, 'docs/operate/units'))
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const pages = ['operate', 'society'].flatMap((reader) =>
  readdirSync(join(root, 'docs', reader))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${reader}/${name}`),
)
const text = ['README.md', ...pages].map(read).join('\n')
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lotline-units-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd accepts the units', () => {
  cpSync(join(root, 'docs/operate/units'), folder, { recursive: true })
  const files = units.filter((name) => /\.(?:service|timer)$/.test(name)).map((name) => join(folder, name))
  // It looks whether their programs are there.
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/opt/lotline', root))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
    encoding: 'utf8',
  })
  const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(folder) || line.includes('lotline'))
  expect([own, status]).toEqual([[], 0])
})

test('each timer has its service, each unit is in the text, and scripts have no mistakes of syntax', () => {
  for (const name of units) {
    if (name.endsWith('.timer')) expect(units).toContain(name.replace('.timer', '.service'))
    if (name.endsWith('.timer') || name.endsWith('.sh')) expect(text, name).toContain(name)
    if (name.endsWith('.sh')) execFileSync('sh', ['-n', join(root, 'docs/operate/units', name)])
  }
})

test('the check fails with a sentence for each problem', () => {
  const environment = { PATH: process.env.PATH, DATA_DIR: folder, SITE_URL: 'https://127.0.0.1:9', BACKUP_DIR: folder }
  const { status, stderr } = spawnSync('sh', [join(root, 'docs/operate/units/check.sh')], {
    env: environment,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('The archive does not answer.')
  expect(stderr).not.toContain('not well')
  expect(stderr).toContain('The certificate of 127.0.0.1:9 could not be read.')
  expect(stderr).toContain(`There is no backup of the last two days in ${folder}.`)
})

/** The lines of commands, and what a sentence quotes of them. */
const lines = text.split('\n').filter((line) => line.startsWith('    '))
const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, words]) => words!)
const commands = [...lines, ...quoted].map((line) => line.trim())

test('each command of the text is one of Lotline, with options that it has', async () => {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as Record<string, string>
  const program = archiveProgram()
  let checked = 0
  for (const line of commands) {
    for (const [, script, rest = ''] of line.matchAll(
      /\b(?:npm run(?: --silent)?|lotline(?= (?:archive|build) )) ?([a-z]+)(.*)/g,
    )) {
      expect(Object.keys(scripts), line).toContain(script)
      checked += 1
      const words = rest
        .replace(/^ *--(?= |$)/, '')
        .split(/ {2,}|&&/)[0]!
        .trim()
        .split(/ +/)
      if (script === 'build')
        for (const word of words.filter((each) => each.startsWith('--'))) expect(BUILD_OPTIONS, line).toContain(word)
      if (script !== 'archive') continue
      let command: Command | undefined = program
      for (const word of words) {
        const next: Command | undefined = command?.commands.find((each) => each.name() === word)
        if (!next) break
        command = next
      }
      if (words[0] && /^[a-z]+$/.test(words[0])) expect(command, line).not.toBe(program)
      const known = command.options.map(({ long }) => long)
      for (const word of words.filter((each) => each.startsWith('--'))) expect(known, line).toContain(word)
    }
  }
  expect(checked).toBeGreaterThan(15)
})

test('each file and unit of the text is there, and each setting is one that is read', () => {
  for (const line of commands) {
    for (const [path] of line.matchAll(/(?<=\/opt\/lotline\/|^|[ (])docs\/[\w./@-]+/g))
      if (!path.includes('*')) expect(existsSync(join(root, path.replace(/\.$/, ''))), line).toBe(true)
    for (const [, unit] of line.matchAll(/\b(lotline(?:-[a-z]+)?@?)(?:\d*)\.(?:service|timer)/g))
      expect(
        units.some((name) => name.startsWith(`${unit}.`)),
        line,
      ).toBe(true)
    for (const [, words] of line.matchAll(/systemctl (?:start|stop|restart) ((?:lotline[\w@.-]* ?)+)/g))
      for (const unit of words!.trim().split(' '))
        expect(
          units.some((name) => name.startsWith(unit.replace(/@.*|\.(service|timer)$/, ''))),
          line,
        ).toBe(true)
  }
  const settingsTable = read('docs/operate/settings.md')
  const ofScripts = units.map((name) => readFileSync(join(root, 'docs/operate/units', name), 'utf8')).join('\n')
  const settings = /`\/etc\/lotline\.env`\.[\s\S]*?\n\n([\s\S]*?)\n\n/.exec(read('docs/operate/install.md'))![1]!
  for (const [, name] of settings.matchAll(/^ {4}([A-Z_]+)=/gm))
    expect(
      settingsTable.includes(`\`${name}\``) || ofScripts.includes(`$${name}`) || ofScripts.includes(`{${name}`),
      name,
    ).toBe(true)
  // The crontab's user reads the file as well as systemd, which knows no quotes of a shell.
  for (const line of settings.split('\n').filter((each) => /^ +[A-Z]/.test(each)))
    expect(line.trim()).toMatch(/^[A-Z_]+=\S+$/)
})

test('the word for commands runs one of them with the settings of the server, as its user', () => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const fake = (name: string, body: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  fake('npm', 'echo "npm $* in $DATA_DIR"')
  fake('runuser', 'echo "as $2"; shift 3; exec "$@"')
  writeFileSync(join(folder, 'lotline.env'), 'DATA_DIR=/srv/elsewhere\n')
  const script = join(folder, 'lotline.sh')
  writeFileSync(
    script,
    readFileSync(join(root, 'docs/operate/units/lotline.sh'), 'utf8')
      .replace('/etc/lotline.env', join(folder, 'lotline.env'))
      .replace('/opt/lotline', root),
  )
  const env = { PATH: `${bin}:${process.env.PATH}` }
  expect(execFileSync('sh', [script, 'archive', 'doctor', '--repair'], { env, encoding: 'utf8' })).toBe(
    'as lotline\nnpm run --silent archive -- doctor --repair in /srv/elsewhere\n',
  )
  expect(spawnSync('sh', [script], { env, encoding: 'utf8' }).stderr).toContain('Which command?')
})
