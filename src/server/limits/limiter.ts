import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible'

export interface LimiterOptions {
  /** Different for each limit of the archive. */
  name: string
  points: number
  seconds: number
}
/** Makes rate limits: in the database where several processes share it (`Engine.createLimiter`). */
export type CreateLimiter = (options: LimiterOptions) => RateLimiterAbstract

/** In the memory of this process. */
export const createMemoryLimiter: CreateLimiter = ({ name, points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
