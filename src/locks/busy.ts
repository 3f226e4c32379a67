/** True for SQLITE_BUSY and its extended codes: another connection holds the lock. */
export const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
