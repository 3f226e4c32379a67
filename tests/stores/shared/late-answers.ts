import fc from 'fast-check'
import { settle, type Reply } from './strings.ts'

/** A call whose answers the test gives, in whatever order, however late. */
export function held(bodyOf: Reply) {
  const open: (() => void)[] = []
  const reply: Reply = (query) => new Promise((resolve) => open.push(() => resolve(bodyOf(query))))
  return { reply, open }
}

/** Gives all answers: those that `order` names first, then the newest before the oldest. */
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
export const order = fc.array(fc.nat(), { maxLength: 12 })
