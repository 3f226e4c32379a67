import { open, stat } from 'node:fs/promises'
import { parseFromTokenizer } from 'music-metadata'
import * as strtok3 from 'strtok3'
import { FILE_FORMATS, type FileFormat } from '#contract/file.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { recordingFormat, RECORDING_HEAD } from '#rules/media/recording-format.ts'
import { PictureRefused } from './picture-refused.ts'

/** Exported for Node.js, but not typed for bundlers. */
const { fromFile } = strtok3 as unknown as { fromFile(path: string): Promise<strtok3.ITokenizer> }

/** A sound or a video: what is stored of it beside its SHA-256. */
export interface Recording {
  format: FileFormat
  bytes: number
  details: { duration: number | null }
}

const CONTAINERS: Partial<Record<FileFormat, RegExp>> = {
  mp3: /^MPEG$/,
  ogg: /^Ogg/,
  flac: /^FLAC$/,
  wav: /^WAVE$/,
  webm: /webm|EBML/,
}

/** Reads what a recording is, by its content. @throws {PictureRefused} with a sentence for whoever sent it. */
export async function inspectRecording(path: string): Promise<Recording> {
  const { size } = await stat(path)
  if (size === 0) throw new PictureRefused(RECORDING.empty)
  if (size > RECORDING_UPLOAD.maximumBytes) throw new PictureRefused(RECORDING.tooLarge)
  const head = Buffer.alloc(RECORDING_HEAD)
  {
    await using file = await open(path)
    await file.read(head, 0, RECORDING_HEAD, 0)
  }
  const format = recordingFormat(head)
  if (!format) throw new PictureRefused(RECORDING.kind)
  // A WAV that says that it is longer than the file; programs that do not know write the greatest number.
  const said = head.readUInt32LE(4)
  if (format === 'wav' && said !== 0xffffffff && said + 8 > size) throw new PictureRefused(RECORDING.broken)
  // By content: left alone, it goes by the ending of the name.
  const tokens = await fromFile(path)
  tokens.fileInfo.mimeType = FILE_FORMATS[format][1]
  delete tokens.fileInfo.path
  const { format: found } = await parseFromTokenizer(tokens, {
    skipCovers: true,
    skipPostHeaders: true,
    duration: true,
  })
    .catch(() => Promise.reject(new PictureRefused(RECORDING.broken)))
    .finally(() => void tokens.close())
  const fits = CONTAINERS[format]?.test(found.container ?? '') ?? true
  if (!fits || (found.hasAudio === false && found.hasVideo === false) || !(found.codec ?? found.trackInfo?.length))
    throw new PictureRefused(RECORDING.broken)
  // Sound without a picture, in the container of videos.
  const isSound = format === 'mp4' && found.hasVideo === false
  const { duration } = found
  if (duration === 0) throw new PictureRefused(RECORDING.broken)
  const seconds = duration && Number.isFinite(duration) ? Math.round(duration * 1000) / 1000 : null
  return { format: isSound ? 'm4a' : format, bytes: size, details: { duration: seconds } }
}
