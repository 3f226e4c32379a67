import config from '../astro.config.mjs'
export default { root: '/work/images/zz-test', base: './', plugins: [config.vite.plugins[1]], oxc: { jsx: { runtime: 'automatic' } }, build: { outDir: '/tmp/imgtest', emptyOutDir: true } }
