export const dataUrl = (bytes: Buffer, type: 'jpeg' | 'webp') => `data:image/${type};base64,${bytes.toString('base64')}`
