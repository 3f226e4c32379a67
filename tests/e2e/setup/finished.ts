import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits until a running product has finished what it makes in the background and a journey relies on: the maps that a first start leaves for later, and
 * builds of the site. Answers how long that took in milliseconds. Other sizes of pictures are made when somebody asks for them.
 */
export async function untilFinished(data: string, longest: number): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < longest) {
    if (!existsSync(path.join(data, 'demo-maps-unfinished')) && openBuilds(data) === 0) return performance.now() - began
    await pause(500)
  }
  throw new Error(`The maps or the site were not finished within ${longest / 1000} s.`)
}

/**
 * Empties the queue of picture sizes of a town that is stopped: 750 pictures are two minutes of processor time, and each size is made when a journey asks
 * for it. The queue has tests of its own (tests/server/scans).
 */
export function skipPictureSizes(data: string): void {
  const db = new DatabaseSync(path.join(data, 'archive.db'))
  try {
    db.exec('delete from picture_task')
  } finally {
    db.close()
  }
}

function openBuilds(data: string): number {
  const db = new DatabaseSync(path.join(data, 'archive.db'), { readOnly: true })
  try {
    const row = db.prepare("select count(*) as open from build where state in ('waiting', 'running')").get()
    return Number(row!.open)
  } finally {
    db.close()
  }
}
