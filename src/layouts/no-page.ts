/** The answer of a page that the archive does not have. Only the renderer asks for such a page (src/release/renderer). */
export const noPage = () => new Response(null, { status: 404 })
