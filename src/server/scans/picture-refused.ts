/** A picture that isn't accepted; `message` is for the uploader. */
export class PictureRefused extends Error {}
