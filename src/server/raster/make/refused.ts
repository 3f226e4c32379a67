/** An old map that cannot be taken. The message is one plain sentence for the maintainer: it names the file and says what to do. */
export class OverlayRefused extends Error {
  override name = 'OverlayRefused'
}
