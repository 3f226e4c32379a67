import type { ChildProcess } from 'node:child_process'
import type { Result, Task } from './load.ts'

/** Has a measuring process (load.ts) send these calls. */
export function ask(load: ChildProcess, task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The measuring process ended early.'))
    load.once('exit', ended)
    load.once('message', (result) => {
      load.off('exit', ended)
      resolve(result as Result)
    })
    load.send(task)
  })
}
