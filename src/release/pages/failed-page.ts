/** The page of Astro's message about an error in a template. The error itself doesn't name it. */
export const failedPage = (text: string): string | undefined => /Caught error rendering (\/\S*): /.exec(text)?.[1]
