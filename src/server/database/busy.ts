/** SQLite says that another program writes: SQLITE_BUSY and what extends it. */
export const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
