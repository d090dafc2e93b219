import { join } from 'node:path'
import { build } from 'vite'

/** Scripts that use MetaMask's stream packages, `<name>.ts` in `sources`. An `iife` has one. */
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
    // The stream packages are written for Node. These are its modules for browsers.
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
