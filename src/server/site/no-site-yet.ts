/** Shown while no site has been built. It needs no files. */
export const NO_SITE_YET = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The archive is being prepared</title>
<h1>The archive is being prepared</h1>
<p>The archive is running, but its pages have not been built yet. If you look after it, run <code>npm run build</code>.</p>
<p>If you are a visitor, please come back in a few minutes.</p>
</html>
`
