import fc from 'fast-check'
import type { Client } from '#client/client.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { settle, type Reply } from './fakes.ts'

/** A call that the test answers, in any order. */
export function held(bodyOf: Reply) {
  const open: (() => void)[] = []
  const reply: Reply = (query) => new Promise((resolve) => open.push(() => resolve(bodyOf(query))))
  return { reply, open }
}

/** Answers all calls: those in `order` first, then newest first. */
export async function answerAll(open: (() => void)[], order: readonly number[]) {
  for (const key of order) {
    open.splice(key % Math.max(1, open.length), 1)[0]?.()
    await settle()
  }
  while (open.length > 0) {
    open.pop()!()
    await settle()
  }
}
/** A client whose calls the test answers one by one. */
export function heldClient() {
  const answers: PromiseWithResolvers<unknown>[] = []
  const asked: unknown[] = []
  const call = (_name: string, request: unknown) => {
    asked.push(request)
    const answer = Promise.withResolvers<unknown>()
    answers.push(answer)
    return answer.promise
  }
  return { client: { call } as unknown as Client<EndpointName>, answers, asked }
}
export const order = fc.array(fc.nat(), { maxLength: 12 })
