import { linkSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'

/** Pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(?:html|css|js|mjs|svg|xml|json|txt|webmanifest)$/
/** Item manifests are many and rarely read; compressing them would take as long as making them. */
const UNCOMPRESSED = /^iiif\/item\//
/** Smaller files fit into one network packet anyway. */
const MIN_BYTES = 500
/**
 * Pagefind's files are gzip. Its script also takes them decompressed, from servers that set Content-Encoding (since 0.5), so that Brotli can make the large
 * ones a sixth smaller: the page list, the program and the files of frequent words.
 */
const SEARCH_INDEX = /\.(?:pf_meta|pf_index|pf_filter|pagefind)$/
const SEARCH_INDEX_MIN_BYTES = 32_768
/** Brotli 5 is 14 times as fast as 9, at the same size (measured on 15,000 pages). */
const BROTLI_QUALITY = 5
/** Scripts and styles are few, visitors wait for them, and the next release reuses them: 10 % smaller for a second's work. */
const WAITED_FOR = /\.(?:css|js|mjs)$/
const BROTLI_QUALITY_BEST = 11
const GZIP_LEVEL = 6
/** Files at a time. */
const IN_FLIGHT = 8

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Writes a `.br` and a `.gz` beside every compressible file. For a file in `unchanged` (same bytes as in the previous release, at `previous`), hard-links
 * the existing ones. Returns the number of bytes written.
 */
export async function precompress(
  folder: string,
  files: readonly string[],
  unchanged: ReadonlySet<string>,
  previous: string | undefined,
  onProgress?: (done: number, of: number) => void,
): Promise<number> {
  let [written, done] = [0, 0]
  const minBytes = (file: string) => {
    if (SEARCH_INDEX.test(file)) return SEARCH_INDEX_MIN_BYTES
    return COMPRESSIBLE.test(file) && !UNCOMPRESSED.test(file) ? MIN_BYTES : Infinity
  }
  const work = files.filter((file) => statSync(join(folder, file)).size >= minBytes(file))
  const compress = async (file: string) => {
    if (++done % 500 === 0) onProgress?.(done, work.length)
    const path = join(folder, file)
    if (previous && unchanged.has(file) && linkCompressed(join(previous, file), path)) return
    const isIndex = SEARCH_INDEX.test(file)
    const bytes = isIndex ? gunzipSync(readFileSync(path)) : readFileSync(path)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: isIndex || WAITED_FOR.test(file) ? BROTLI_QUALITY_BEST : BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // Blocks of 64 kB make the index 0.3 % smaller.
      ...(isIndex && { [constants.BROTLI_PARAM_LGBLOCK]: 16 }),
    }
    const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: GZIP_LEVEL })])
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
    written += br.length + gz.length
  }
  await Readable.from(work).forEach(compress, { concurrency: IN_FLIGHT })
  return written
}

function linkCompressed(from: string, to: string): boolean {
  try {
    for (const ending of ['.br', '.gz']) linkSync(from + ending, to + ending)
    return true
  } catch {
    // Missing, or on another disk: the file is compressed again.
    return false
  }
}
