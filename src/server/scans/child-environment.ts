/** Only the variables that a child process needs, without the server's secrets. */
export const childEnvironment = () => ({
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  // Where Node keeps compiled modules, if the server has such a folder.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
})
