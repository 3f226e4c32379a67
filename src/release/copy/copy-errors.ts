/** A sentence for the person who makes a copy: what has to be changed before it can be made or finished. */
export class CopyRefused extends Error {}

const AGAIN = 'The copy is not finished. Make it into the same folder again, and it goes on where it stopped.'
const SENTENCES = {
  'ENOSPC EDQUOT': `The disk of FOLDER is full. Free some space or take a larger disk. ${AGAIN}`,
  EFBIG: 'A file is too large for the disk of FOLDER: FAT32 has a limit of 4 GB. Format it as exFAT.',
  'EIO ENOENT ENODEV ENXIO ESTALE': `FOLDER can't be reached any more. If it is on a stick, plug that in again. ${AGAIN}`,
  'EACCES EPERM EROFS': 'FOLDER may not be written to. Check its permissions, or whether the disk is write-protected.',
  'ENOTDIR EEXIST': 'FOLDER is not a folder.',
}

/** The result of work on the disk of a copy. @throws {CopyRefused} for what a person can do something about. */
export async function onDisk<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code = '-' } = error as NodeJS.ErrnoException
    const [, sentence] = Object.entries(SENTENCES).find(([codes]) => codes.split(' ').includes(code)) ?? []
    if (sentence === undefined) throw error
    const said = sentence.replace('FOLDER', () => folder)
    throw new CopyRefused(said, { cause: error })
  }
}
