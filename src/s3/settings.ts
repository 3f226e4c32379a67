/** Where a bucket is, and who asks. */
export interface S3Settings {
  /** Web address of the store, without a slash at its end. Buckets are the first part of the path ("path style"), which every store knows. */
  endpoint: string
  bucket: string
  /** Empty, or a folder with a slash at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Of temporary credentials. */
  sessionToken?: string | undefined
}

/** Environment variables of stores that speak S3, named as in Amazon's tools. */
export interface S3Variables {
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  AWS_REGION?: string | undefined
  S3_ENDPOINT?: string | undefined
}

const ADDRESS = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w./-]*))?$/

/** The message has one line per invalid variable. */
export class S3SettingsError extends Error {}

/** Reads `s3://bucket` or `s3://bucket/folder`. @param name what the address is called in messages. @throws {S3SettingsError} */
export function readS3Settings(name: string, address: string, variables: S3Variables): S3Settings {
  const { bucket, prefix = '' } = ADDRESS.exec(address)?.groups ?? {}
  const parts = prefix.split('/').filter((part) => part !== '')
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables
  const endpoint = variables.S3_ENDPOINT?.replace(/(?<!\/)\/+$/, '')
  const region = variables.AWS_REGION ?? 'us-east-1'
  const problems = [
    (bucket === undefined || parts.includes('..') || parts.includes('.')) &&
      `${name} must be s3://BUCKET or s3://BUCKET/FOLDER, for example s3://our-archive/media.`,
    !accessKeyId && `AWS_ACCESS_KEY_ID must be set too if ${name} names an S3 store.`,
    !secretAccessKey && `AWS_SECRET_ACCESS_KEY must be set too if ${name} names an S3 store.`,
    endpoint !== undefined &&
      !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint)) &&
      'S3_ENDPOINT must be the web address of the store, for example https://s3.example.org.',
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw new S3SettingsError(problems.join('\n'))
  return {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    bucket: bucket!,
    prefix: parts.map((part) => `${part}/`).join(''),
    region,
    accessKeyId: accessKeyId!,
    secretAccessKey: secretAccessKey!,
    ...(variables.AWS_SESSION_TOKEN && { sessionToken: variables.AWS_SESSION_TOKEN }),
  }
}

/** The address as a person writes it. */
export const s3Address = ({ bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`}`

/** The variables that `readS3Settings` reads, for a child process. */
export const s3Variables = (settings: S3Settings): S3Variables => ({
  AWS_ACCESS_KEY_ID: settings.accessKeyId,
  AWS_SECRET_ACCESS_KEY: settings.secretAccessKey,
  AWS_SESSION_TOKEN: settings.sessionToken,
  AWS_REGION: settings.region,
  S3_ENDPOINT: settings.endpoint,
})
