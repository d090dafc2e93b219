import type { browser } from './browser.ts'

type ViewBrowser = Pick<typeof browser, 'permissions' | 'runtime' | 'tabs' | 'windows'>

/**
 * Returns the parts of the extension API that our own pages use. Both `browser` and `chrome` return promises in MV3. The
 * polyfill only fixes answers to messages, which only the background sends. It would be a tenth of the script that the
 * first paint waits for.
 *
 * Throws if there is no extension API. Firefox opens our page by its address even if it does not run Ferry ("never remember
 * history"). A form without a background must not be displayed there.
 */
export function viewBrowser(): ViewBrowser {
  const world = globalThis as { readonly browser?: ViewBrowser; readonly chrome?: ViewBrowser }
  const api = world.browser ?? world.chrome
  if (api === undefined) throw new Error('no extension API here')
  return api
}
