/** Why an old map can't be added: a sentence for the maintainer that names the file and says what to do. */
export class OverlayRefused extends Error {
  override name = 'OverlayRefused'
}
