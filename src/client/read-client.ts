import { readCalls } from '#contract/endpoints/read.ts'
import { createClientOf, type Client, type ClientOptions } from './client.ts'

/** A client for what everybody reads. */
export const createClient = (options: ClientOptions): Client => createClientOf(readCalls, options)
