import { randomFillSync } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { readConfig, type Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { moveArchive, type MoveReport } from '#server/move/move-archive.ts'
import { originalKey } from '#server/storage/keys.ts'
import { hasPostgres, startPostgres } from '../../postgres/server.ts'
import type { Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

const SIZE = { items: 50_000, people: 3000, organizations: 600, zones: 1500 }
/** Pictures of two sizes, and how many: half a gigabyte. */
const PICTURES = [
  { bytes: 400_000, count: 600 },
  { bytes: 40_000_000, count: 7 },
]

const seconds = async <T>(work: () => Promise<T> | T): Promise<[answer: T, seconds: number]> => {
  const started = performance.now()
  const answer = await work()
  return [answer, (performance.now() - started) / 1000]
}
const rowsOf = ({ tables }: MoveReport) => tables.reduce((sum, { rows }) => sum + rows, 0)
const bytesOf = ({ media }: MoveReport) => media?.bytes ?? 0

function addPictures({ mediaDir }: Config): void {
  let number = 0
  for (const { bytes, count } of PICTURES) {
    const content = randomFillSync(Buffer.alloc(bytes))
    for (let each = 0; each < count; each += 1) {
      const name = (number += 1).toString(16).padStart(64, number.toString(16).at(-1))
      content.writeUInt32LE(number)
      const file = path.join(mediaDir, originalKey(name, 'jpeg'))
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  }
}

/** An archive of 50,000 items from SQLite to PostgreSQL and back, and half a gigabyte of pictures from one folder to another. */
export async function benchMove(say: (line: string) => void): Promise<Figure[]> {
  if (!hasPostgres()) {
    say('Skipped: PostgreSQL is not installed.')
    return []
  }
  say(`An archive of ${SIZE.items} items …`)
  const data = await makeLargeArchive(SIZE)
  const postgres = await startPostgres()
  try {
    const from = readConfig({ DATA_DIR: data })
    await (await openArchive(from)).destroy()
    const client = new pg.Client({ connectionString: postgres.url('postgres') })
    await client.connect()
    await client.query('create database moved')
    await client.end()
    const rows = { database: true, media: false }
    const there = readConfig({ DATA_DIR: data, DATABASE_URL: postgres.url('moved') })
    const [out, outSeconds] = await seconds(() => moveArchive({ from, to: there, moves: rows }))
    say(`${rowsOf(out)} rows to PostgreSQL in ${outSeconds.toFixed(1)} s`)
    const back = readConfig({ DATA_DIR: data, DATABASE_URL: `sqlite:${data}/back.db` })
    const [returned, backSeconds] = await seconds(() => moveArchive({ from: there, to: back, moves: rows }))
    say(`and back in ${backSeconds.toFixed(1)} s`)

    addPictures(from)
    execFileSync('sync')
    // What proves as much: a copy on the disk, and the SHA-256 of both sides.
    const [, copySeconds] = await seconds(() => {
      const copy = path.join(data, 'copy')
      const sums = (folder: string) => `find "${folder}" -type f -exec sha256sum {} + > /dev/null`
      execFileSync('sh', [
        '-c',
        `cp -r "${from.mediaDir}" "${copy}" && sync -f "${copy}" && ${sums(from.mediaDir)} && ${sums(copy)}`,
      ])
    })
    rmSync(path.join(data, 'copy'), { recursive: true })
    const other = readConfig({ DATA_DIR: data, MEDIA_URL: `file:${data}/other-media` })
    const [media, mediaSeconds] = await seconds(() =>
      moveArchive({ from, to: other, moves: { database: false, media: true } }),
    )
    const megabytes = bytesOf(media) / 1e6
    return [
      ...(
        [
          ['SQLite to PostgreSQL', out, outSeconds],
          ['PostgreSQL to SQLite', returned, backSeconds],
        ] as const
      ).map(([name, report, took]) => ({
        ...{ name: `Rows moved and compared, ${name}`, value: rowsOf(report) / took, unit: 'rows/s' as const },
        ...{ bound: { least: 2000 }, from: `${rowsOf(report)} rows in ${took.toFixed(1)} s` },
      })),
      {
        ...{
          name: 'Time of cp -r, sync and sha256sum of both, of that of a move',
          value: (100 * copySeconds) / mediaSeconds,
          unit: '%',
        },
        ...{
          bound: { least: 50 },
          from: `${megabytes.toFixed(0)} MB in ${copySeconds.toFixed(1)} and ${mediaSeconds.toFixed(1)} s`,
        },
      },
    ]
  } finally {
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
