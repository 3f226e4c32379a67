/** The part of autocannon (which ships no types) that the bench uses. */
declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      path: string
      headers?: Record<string, string>
    }
    interface Options {
      url: string
      requests: Request[]
      connections: number
      /** Seconds. */
      duration: number
      workers?: number
    }
    interface Result {
      /** Calls a second. */
      requests: { average: number }
      errors: number
      statusCodeStats: Record<string, { count: number }>
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export default autocannon
}
