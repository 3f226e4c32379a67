/** Before a logout: asks whether to remove drafts from a shared computer. False: the user wants to stay. */
export async function leaveDrafts(): Promise<boolean> {
  return Promise.resolve(true)
}
