/** The part of libheif-js that heic.ts uses; the package has no types for it. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  export interface HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Writes RGBA into `target.data`, turned and cropped as the file says; calls back with null for a damaged picture. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (result: object | null) => void,
    ): void
    free(): void
  }
  export interface LibHeif {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] }
  }
  export default function createLibHeif(): LibHeif
}
