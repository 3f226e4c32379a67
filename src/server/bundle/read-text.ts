import { createReadStream } from 'node:fs'
import { UnreadableFile } from './bundle-row.ts'

/** Streams a UTF-8 file as text, without a byte order mark. @throws {UnreadableFile} with the line where it isn't UTF-8. */
export async function* readText(path: string, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1
      onBytes?.((chunk as Buffer).length)
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) {
      throw new UnreadableFile(line, 'The file is not UTF-8 (found on or after this line). Save it as UTF-8.')
    }
    throw error
  }
}
