import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { IDENTITY_FILE } from '#server/storage/identity-file.ts'
import { openFreshDatabase } from '../fresh-database.ts'
import { startOnce, wholeArchive, type WholeArchive } from './whole-archive.ts'

const removeDatabase = ({ config }: WholeArchive) => {
  for (const end of ['', '-wal', '-shm']) rmSync(config.databaseFile + end, { force: true })
}

/** What may have happened to an archive before somebody starts Lotline, and what the message says then. */
export const SITUATIONS: Record<string, { says: RegExp; make(archive: WholeArchive): Promise<void> | void }> = {
  'no database': { says: /^There is no database at .*: pictures in /, make: removeDatabase },
  'a database without a byte': {
    says: /^There is no database at /,
    make: (archive) => writeFileSync(archive.config.databaseFile, ''),
  },
  'an empty database': {
    says: /^The database .* is empty, but .* holds 3 originals\./,
    async make(archive) {
      removeDatabase(archive)
      const db = await openFreshDatabase(archive.config.databaseFile)
      await db.destroy()
    },
  },
  'an older database': {
    says: /^The database .* is older than the pictures in /,
    async make({ config, folder }) {
      copyFileSync(config.databaseFile, join(folder, 'older.db'))
      await startOnce(config)
      copyFileSync(join(folder, 'older.db'), config.databaseFile)
    },
  },
  'another archive’s database': {
    says: /belong to different archives\./,
    async make({ config }) {
      const other = await wholeArchive()
      copyFileSync(other.config.databaseFile, config.databaseFile)
    },
  },
  'media of an older time': {
    says: /^The pictures in .* are older than the database /,
    async make({ config, folder }) {
      const identity = join(config.mediaDir, IDENTITY_FILE)
      copyFileSync(identity, join(folder, 'older.json'))
      await startOnce(config)
      copyFileSync(join(folder, 'older.json'), identity)
    },
  },
  'no media': {
    says: /does not say whose pictures .* holds not 3 originals that the database names\./,
    make: ({ config, folder }) => renameSync(config.mediaDir, join(folder, 'elsewhere')),
  },
  'media that do not say whose they are, and one original more': {
    says: /holds 1 original that the database does not name\./,
    make({ config }) {
      rmSync(join(config.mediaDir, IDENTITY_FILE))
      const name = 'ab'.repeat(32)
      cpSync(join(import.meta.dirname, 'situations.ts'), join(config.mediaDir, `originals/ab/${name}.jpg`))
    },
  },
  'media whose identity cannot be read': {
    says: /archive\.json, which says whose pictures these are, can't be read\./,
    make: ({ config }) => writeFileSync(join(config.mediaDir, IDENTITY_FILE), '{"archive":'),
  },
  'a database cut off in the middle': {
    says: /is damaged or was copied only in part/,
    make: ({ config }) => truncateSync(config.databaseFile, Math.floor(statSync(config.databaseFile).size / 2)),
  },
  'a database whose second half was not copied': {
    says: /is damaged or was copied only in part/,
    make({ config }) {
      const bytes = readFileSync(config.databaseFile)
      writeFileSync(config.databaseFile, bytes.fill(0, Math.floor(bytes.length / 2)))
    },
  },
  'a file that is no database': {
    says: /is damaged or was copied only in part/,
    make: ({ config }) => writeFileSync(config.databaseFile, 'x'.repeat(5000)),
  },
}

/** Nobody, not even the superuser, can write below a folder any more, until the test ends. False where this machine cannot do that. */
export function makeReadOnly(folder: string): boolean {
  if (process.getuid?.() !== 0) {
    execFileSync('chmod', ['-R', 'a-w', folder])
    onTestFinished(() => chmodTree(folder))
    return true
  }
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' })
    onTestFinished(() => void execFileSync('umount', ['-l', folder]))
    execFileSync('mount', ['-o', 'remount,bind,ro', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function chmodTree(folder: string): void {
  chmodSync(folder, 0o755)
  execFileSync('chmod', ['-R', 'u+w', folder])
}
