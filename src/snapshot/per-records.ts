import { type Archive, memoizePerArchive } from './archive.ts'

/** `memoizePerArchive` of all but items and their texts: the maps of other records stay when none of these has changed. */
export function memoizePerRecords<Value>(name: string, make: (archive: Archive) => Value): (archive: Archive) => Value {
  const known = memoizePerArchive(name, (_: Archive['location']) => [] as Value[])
  return (archive) => (known(archive.location)[0] ??= make(archive))
}
