/** Calls back after that many milliseconds; answers what takes it back. */
export function later(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}
