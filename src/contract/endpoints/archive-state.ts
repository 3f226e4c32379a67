import { build, archiveState, copyKey, copyParts, hookAddress, rollbackRequest } from '../archive-state.ts'
import { noContent } from '../status.ts'
import { added, command, create, staffRead, type Endpoint } from './declare.ts'

/** Calls of the state page (our additions). */
export const archiveStateCalls = {
  archiveState: staffRead('/api/state/', archiveState),
  rollBack: create('/api/state/rollback/', build, { who: 'administrator', body: rollbackRequest }),
  makeCopy: create('/api/state/copy/', build, { who: 'administrator' }),
  copyParts: staffRead('/api/state/copy/', copyParts, { who: 'administrator' }),
  copyPart: added('/api/state/copy/:id/', 'file', { query: copyKey }),
  retryMail: command('/api/state/mail/:id/retry/', noContent, { who: 'administrator' }),
  retryHook: command('/api/state/hooks/:hook/retry/', noContent, { who: 'administrator', params: hookAddress }),
} satisfies Record<string, Endpoint>
