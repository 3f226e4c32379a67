import { resolve, sep } from 'node:path'
import type { SendOptions } from '#s3/send.ts'
import { S3SettingsError, readS3Settings, type S3Variables } from '#s3/settings.ts'
import { createBucketTarget } from './bucket-target.ts'
import { createFolderTarget } from './folder-target.ts'
import { DeployRefused, type DeployTarget } from './target.ts'
import { createRsyncTarget } from './rsync-target.ts'

/**
 * `s3://bucket/folder`, `rsync://host/module/folder`, `rsync:user@host:/folder` (by ssh), or a folder.
 * @param site the local site. @throws {DeployRefused}
 */
export function openDeployTarget(
  address: string,
  site: string,
  variables: S3Variables,
  options?: SendOptions,
): DeployTarget {
  if (address.startsWith('s3:')) {
    try {
      return createBucketTarget(readS3Settings('--deploy', address, variables), options)
    } catch (error) {
      throw error instanceof S3SettingsError ? new DeployRefused(error.message) : error
    }
  }
  if (address.startsWith('rsync:')) {
    const destination = address.startsWith('rsync://') ? address : address.slice('rsync:'.length)
    // rsync would take it for an option.
    if (destination === '' || destination.startsWith('-')) throw new DeployRefused(UNKNOWN(address))
    return createRsyncTarget(destination)
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(address) || address === '') throw new DeployRefused(UNKNOWN(address))
  const folder = resolve(address)
  const overlaps = [folder, site].some((one) =>
    [folder, site].every((other) => `${other}${sep}`.startsWith(`${one}${sep}`)),
  )
  if (overlaps)
    throw new DeployRefused(`${folder} holds the built site itself, or lies in it. Deploy to another folder.`)
  return createFolderTarget(folder)
}

const UNKNOWN = (address: string) =>
  `I can't deploy to "${address}". Name a folder, s3://BUCKET, s3://BUCKET/FOLDER, rsync://HOST/MODULE/ or rsync:USER@HOST:/FOLDER/.`
