import { INLINE_CODE } from '#layouts/inline-code.ts'

/** Tells the release which inline code to allow; it removes this file again (release/pages/build-pages.ts). */
export const GET = () => Response.json(INLINE_CODE)
