/**
 * Only the variables that a child process needs, without the server's secrets. @param database for those that open the archive: its address may contain
 * a password, which arguments would show to everybody on the machine.
 */
export const childEnvironment = (database?: string) => ({
  ...(database !== undefined && { ARCHIVE_DATABASE: database }),
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  // Where Node keeps compiled modules, if the server has such a folder.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})
