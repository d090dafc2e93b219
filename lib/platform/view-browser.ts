import type { browser } from './browser.ts'

type ViewBrowser = Pick<typeof browser, 'permissions' | 'runtime' | 'tabs' | 'windows'>

/**
 * Returns what our own pages use of the extension API. Both names give promises in MV3; what the polyfill mends is the
 * answering of messages, which only the background does, and it would be a tenth of the script that the first picture
 * waits for.
 *
 * Throws where there is none: Firefox opens our page by its address also where Ferry is kept out ("never remember history"),
 * and no form may stand there that nothing answers to.
 */
export function viewBrowser(): ViewBrowser {
  const world = globalThis as { readonly browser?: ViewBrowser; readonly chrome?: ViewBrowser }
  const api = world.browser ?? world.chrome
  if (api === undefined) throw new Error('no extension API here')
  return api
}
