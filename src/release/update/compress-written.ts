import type { Steps } from '../build-steps.ts'

/** Files that are compressed together: enough to keep zlib's threads busy. */
const BATCH = 25

/** Compresses files of a folder while others are still made: zlib has threads of its own. One batch at a time, because each file takes megabytes. */
function createCopies(compress: Steps['compress'], folder: string) {
  const taken = new Set<string>()
  let waiting: string[] = []
  let running = Promise.resolve(0)
  function start(): void {
    const batch = waiting
    waiting = []
    running = running.then(async (bytes) => bytes + (await compress(folder, batch, new Set(), undefined)))
    // Thrown by `finish`.
    running.catch(() => undefined)
  }
  function add(path: string): void {
    if (taken.has(path)) return
    taken.add(path)
    waiting.push(path)
    if (waiting.length === BATCH) start()
  }
  return {
    add,
    /** Compresses the rest, and answers the bytes of all compressed copies. */
    async finish(files: readonly string[]): Promise<number> {
      for (const file of files) add(file)
      start()
      return await running
    },
    /** Resolves when nothing is written any more, whether it failed or not. */
    idle: () => running.then(() => undefined).catch(() => undefined),
  }
}
export type Copies = Pick<ReturnType<typeof createCopies>, 'add' | 'finish'>

/** Compresses what `work` writes into a folder. When it has failed, nothing is written any more, so that the folder can be removed. */
export async function compressWritten<Result>(
  compress: Steps['compress'],
  folder: string,
  work: (copies: Copies) => Promise<Result>,
): Promise<Result> {
  const copies = createCopies(compress, folder)
  try {
    return await work(copies)
  } catch (problem) {
    await copies.idle()
    throw problem
  }
}
