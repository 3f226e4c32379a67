import type { Client } from '#client/client.ts'
import type { Overlay } from '#contract/overlay.ts'

/**
 * The archive's own layers as they are today, for a map that has those of the last build. Null where nobody says which there are: a server without that
 * call, or none that answers and no build that knew some.
 */
export async function loadOverlays(
  client: Client,
  built: readonly Overlay[],
  tell: (overlays: readonly Overlay[] | null) => void,
): Promise<void> {
  const today = await client.call('overlays').catch(() => null)
  if (today || built.length === 0) tell(today)
}
