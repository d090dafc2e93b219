import type { browser } from './browser.ts'

type ViewBrowser = Pick<typeof browser, 'permissions' | 'runtime' | 'tabs' | 'windows'>

/**
 * What our own pages use of the extension API. Both names give promises in MV3; what the polyfill mends is the answering of
 * messages, which only the background does, and it would be a tenth of the script that the first picture waits for.
 */
export function viewBrowser(): ViewBrowser {
  const world = globalThis as { readonly browser?: ViewBrowser; readonly chrome?: ViewBrowser }
  return (world.browser ?? world.chrome) as ViewBrowser
}
