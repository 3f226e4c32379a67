/** Calls `work` at each such event, with the event that it declares. Returns a function that stops it. */
export function listen(
  target: EventTarget,
  types: string | readonly string[],
  work: (event: never) => unknown,
  options?: AddEventListenerOptions,
): () => void {
  const stop = new AbortController()
  for (const type of [types].flat())
    target.addEventListener(type, work as EventListener, { ...options, signal: stop.signal })
  return () => stop.abort()
}
