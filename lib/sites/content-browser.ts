import type { MarkAsk } from './page-mark.ts'
import type { MarkArea } from './read-mark.ts'
import type { StartRelayPorts } from './start-relay.ts'

interface ContentBrowser {
  readonly runtime: StartRelayPorts['runtime'] & { sendMessage(message: MarkAsk): Promise<unknown> }
  readonly storage: {
    readonly local: MarkArea
    /** Firefox shows content scripts none. */
    readonly session?: MarkArea
  }
}

/**
 * Returns what content scripts use of the extension API; the polyfill would cost each page 3 kB. Both names give
 * promises in MV3.
 */
export function contentBrowser(): ContentBrowser {
  const world = globalThis as { readonly browser?: ContentBrowser; readonly chrome?: ContentBrowser }
  return (world.browser?.runtime ? world.browser : world.chrome) as ContentBrowser
}
