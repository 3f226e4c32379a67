import type { EndpointName } from '#contract/endpoints.ts'
import type { Replica } from '../reads/replica.ts'
import type { HttpCache } from './http-cache.ts'
import type { Handler, Mount } from './mount.ts'

/** Two caches, since the databases may be at different counters. */
export function cacheOfBoth(replica: Replica, primary: HttpCache, ofReplica: HttpCache): HttpCache {
  return {
    repliedFromCache: (request, ...rest) =>
      replica.ask(
        request,
        () => ofReplica.repliedFromCache(request, ...rest),
        () => primary.repliedFromCache(request, ...rest),
      ),
    sendJson: (request, ...rest) => (replica.answers(request) ? ofReplica : primary).sendJson(request, ...rest),
  }
}

type AnyHandler = Handler<EndpointName>

/**
 * Mounts reads that a replica may answer. `mountReads` is called for each database, so that all of an answer, and what is cached for it, comes from one;
 * what the replica fails to answer is asked of the primary.
 */
export function mountOnReplica<Source>(
  mount: Mount,
  mountReads: (mount: Mount, source: Source) => void,
  { replica, primary, ofReplica }: { replica: Replica | undefined; primary: Source; ofReplica: Source | undefined },
): void {
  const handlers = new Map<EndpointName, AnyHandler>()
  const collect = (name: EndpointName, handler: AnyHandler) => void handlers.set(name, handler)
  if (ofReplica) mountReads(collect as unknown as Mount, ofReplica)
  const mountBoth = (name: EndpointName, handler: AnyHandler, options?: { live?: boolean }) => {
    const first = handlers.get(name)
    if (!replica || !first) return mount(name, handler, options)
    return mount(
      name,
      (call) =>
        replica.ask(
          call.request,
          async () => first(call),
          async () => handler(call),
        ),
      options,
    )
  }
  mountReads(mountBoth as unknown as Mount, primary)
}
