import type { ArchiveDatabase } from '../database/open.ts'
import { createSessionReader } from './authenticate.ts'
import { createManagement } from './manage.ts'
import { createOwnAccount } from './own-account.ts'
import { createSessions } from './sessions.ts'
import { createLoginThrottle, createResetThrottle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/** The account services. Reads use `reader`, writes use `db`. */
export function createAccountServices({
  db,
  reader,
  tokens,
}: {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  tokens: Tokens
}) {
  const readSession = createSessionReader(reader, tokens)
  const createLimiter = db.engine.createLimiter.bind(db.engine)
  const throttle = createLoginThrottle(createLimiter)
  return {
    readSession,
    sessions: createSessions({ db, reader, tokens, readSession, throttle }),
    own: createOwnAccount({ db, reader, throttle, resetThrottle: createResetThrottle(createLimiter) }),
    management: createManagement(db),
  }
}
