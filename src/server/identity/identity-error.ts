import { plural } from '#rules/names/record-names.ts'
import type { IdentityStatus } from './compare-identities.ts'

/** Database and media don't make one archive: what was found, and which commands help, for the person at the terminal. */
export class ArchiveIdentityError extends Error {}

const SAFE = 'Nothing was changed, and every original is still in place.'
const REPAIR = `"npm run archive -- doctor --repair" lists what only one of the two has; add --adopt to make them belong together as they are.`
const RESTORE = '"npm run archive -- restore FILE" restores both from a backup.'
const CHECK_PATHS = 'Check that DATA_DIR, DATABASE_URL and MEDIA_URL name the right places.'

type Sentence = (database: string, media: string) => string

export const MISMATCH_MESSAGES: Record<Exclude<IdentityStatus, 'fits'>, Sentence> = {
  moving: (database, media) =>
    `A move or a restore into the database ${database} or the pictures in ${media} has not finished. ${SAFE} Start the same "npm run archive -- move" (which goes on where it was) or "restore --replace" again; or set DATABASE_URL and MEDIA_URL back to the archive that you moved, which is as it was.`,
  'other archive': (database, media) =>
    `The database ${database} and the pictures in ${media} belong to different archives. ${SAFE} ${CHECK_PATHS} ${REPAIR} ${RESTORE}`,
  'database older': (database, media) =>
    `The database ${database} is older than the pictures in ${media}: an older copy was put in place, or the newer one was lost. ${SAFE} Put the newer database in place if you have it. ${RESTORE} ${REPAIR}`,
  'media older': (database, media) =>
    `The pictures in ${media} are older than the database ${database}: an older copy was put in place, or another disk is mounted there. ${SAFE} Put the newer folder in place if you have it. ${RESTORE} ${REPAIR}`,
  unmarked: (database, media) =>
    `The folder ${media} does not say whose pictures it holds, and the database ${database} does not agree with it. ${SAFE} Check that its disk is mounted. ${CHECK_PATHS} ${REPAIR} ${RESTORE}`,
}

/** For a pair that was never marked: with what only one of the two has. */
export const unmarkedMismatchMessage = (
  [database, media]: Parameters<Sentence>,
  { onlyMedia, onlyDatabase }: { onlyMedia: string[]; onlyDatabase: string[] },
): string => {
  const found = [
    onlyMedia.length > 0 && `${plural(onlyMedia.length, 'original')} that the database does not name`,
    onlyDatabase.length > 0 && `not ${plural(onlyDatabase.length, 'original')} that the database names`,
  ].filter((each) => each !== false)
  return MISMATCH_MESSAGES.unmarked(database, media).replace(
    'does not agree with it.',
    `does not agree with it: the folder holds ${found.join(', and ')}.`,
  )
}

export const emptyDatabaseMessage = (database: string, media: string, originals: number): string =>
  `The database ${database} is empty, but ${media} holds ${plural(originals, 'original')}. ${SAFE} If the database is elsewhere, correct DATA_DIR or DATABASE_URL. If it was lost: ${RESTORE} ${REPAIR}`

export const missingDatabaseMessage = (database: string, parts: readonly string[]): string =>
  `There is no database at ${database}, but other parts of an archive are there: ${parts.join(', ')}. ${SAFE} If the database is elsewhere, correct DATA_DIR or DATABASE_URL. If it was lost: ${RESTORE} Only "npm run archive -- init" makes a new, empty database here.`

export const damagedDatabaseMessage = (database: string, why: string): string =>
  `The database ${database} is damaged or was copied only in part (${why}). ${SAFE} Copy it again, whole, if you have it elsewhere. ${RESTORE} "npm run archive -- doctor" shows what can still be read.`

export const damagedIdentityMessage = (file: string): string =>
  `The file ${file}, which says whose pictures these are, can't be read. ${SAFE} Restore it from a copy if you have one. ${REPAIR}`

export const readOnlyMessage = (what: string, why: string): string =>
  `${what} can't be written to (${why}). ${SAFE} Check the permissions of the folder, and whether its disk is mounted read-only. "npm run archive -- doctor" examines the archive without writing to it.`
