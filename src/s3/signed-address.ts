import { AwsV4Signer } from 'aws4fetch'
import { encodePath } from './send.ts'
import type { S3Settings } from './settings.ts'

/** Seconds for which a signed address is good. */
const SIGNED_FOR = 300

/**
 * An address at which everyone who has it may read an object for some minutes; nobody but the reader keeps a copy.
 * @param base web address of the bucket. @param now by the store's clock, milliseconds since 1970.
 */
export async function signedAddress(
  { region, accessKeyId, secretAccessKey, sessionToken, prefix }: S3Settings,
  { base, key, now }: { base: string; key: string; now: number },
): Promise<string> {
  const query = new URLSearchParams({
    'X-Amz-Expires': String(SIGNED_FOR),
    'response-cache-control': `private, max-age=${SIGNED_FOR}`,
  })
  const signed = await new AwsV4Signer({
    ...{ url: `${base}/${encodePath(prefix + key)}?${query.toString()}`, service: 's3', signQuery: true },
    ...{ region, accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  }).sign()
  return signed.url.href
}

/**
 * The web address of a bucket for browsers; undefined where they may not reach it. Whoever gives a public address at the store itself (its host, or the
 * bucket's own host there) says that they do, and the Content-Security-Policy allows it. Behind a CDN the store may be private.
 */
export function browserAddress({ endpoint, bucket }: S3Settings, publicAddress: string): string | undefined {
  const [store, shown] = [new URL(endpoint), new URL(publicAddress)]
  if (store.protocol !== shown.protocol) return undefined
  if (shown.host === store.host) return `${endpoint}/${bucket}`
  return shown.host === `${bucket}.${store.host}` ? shown.origin : undefined
}
