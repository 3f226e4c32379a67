import { posix } from 'node:path'

/** Finds a file by its path or its name alone, in any letter case, with / or \. */
export function createFileLookup(files: readonly string[]) {
  const fold = (path: string) => posix.normalize(path.replaceAll('\\', '/')).normalize('NFC').toLowerCase()
  const paths = new Map(files.map((file) => [fold(file), file]))
  const names = Map.groupBy(files, (file) => posix.basename(fold(file)))
  const stems = Map.groupBy(files, (file) => posix.basename(fold(file)).replace(/\.[^.]*$/, ''))
  return (written: string): string | undefined => {
    const name = posix.basename(fold(written))
    const candidates = [names.get(name), stems.get(name)].find((each) => each?.length === 1)
    return paths.get(fold(written)) ?? candidates?.[0]
  }
}
