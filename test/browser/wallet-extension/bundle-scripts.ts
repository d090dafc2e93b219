import { join } from 'node:path'
import { build } from 'vite'

/** Bundles scripts that stand on MetaMask's stream packages, `<name>.ts` in `sources`, into `folder`. An `iife` takes one. */
export async function bundleScripts(
  sources: string,
  names: readonly string[],
  folder: string,
  format: 'es' | 'iife' = 'es',
): Promise<void> {
  await build({
    configFile: false,
    root: sources,
    logLevel: 'error',
    // The stream packages are written for Node; these are its modules as browsers' builds have them.
    resolve: { alias: { buffer: 'buffer/', events: 'events/', process: 'process/browser.js' } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(sources, `${name}.ts`)])),
        output: { entryFileNames: '[name].js', format },
      },
    },
  })
}
