/** Connections of a process to PostgreSQL: for writing, and for reading. */
export const CONNECTIONS = { writing: 5, reading: 10 } as const
/** Milliseconds to wait for a connection. */
export const CONNECT_TIMEOUT = 10_000
