import { secondMs } from '../../base/time.ts'
import type { PageMemory, PagePorts, PageTab, PopupWindow } from './page-tab.ts'

/** A wallet's window, or its answer where it needs none, is there by then. */
const silentPageMs = 8 * secondMs

/** Brings the page of a silent wallet to the front: some wallets in pages wait until their page can be seen. */
export interface PageFront {
  /** The popup windows that are open, without Ferry's own. */
  openPopups(): Promise<readonly number[]>
  /**
   * Waits for what a wallet is asked for a request since `sinceMs`. When nothing came for eight seconds, no answer and no window, and
   * the page is hidden, brings it to the front; only one time for a request.
   */
  watch(requestId: string, tabId: number, sinceMs: number, isOver: () => boolean): Promise<void>
}

/** `onFronted` is called when a page was brought to the front. */
export function createPageFront(
  memory: PageMemory,
  tab: Pick<PageTab, 'isHidden' | 'bringToFront'>,
  { windows, wait, clock, ownOrigin, isWanted }: PagePorts,
  onFronted: (requestId: string) => void,
): PageFront {
  async function popups(): Promise<readonly PopupWindow[]> {
    // Firefox for Android has no windows.
    const all = (await windows?.getAll({ populate: true, windowTypes: ['popup'] }).catch(() => [])) ?? []
    return all.filter(({ tabs }) => !tabs?.some(({ url }) => url?.startsWith(`${ownOrigin}/`)))
  }

  /** A window that came since, or an earlier one that the wallet uses again and brought to the front. */
  async function showsWindow(before: readonly number[]): Promise<boolean> {
    return (await popups()).some(({ id, focused }) => focused || (id !== undefined && !before.includes(id)))
  }

  return {
    openPopups: async () => (await popups()).flatMap(({ id }) => id ?? []),
    async watch(requestId, tabId, sinceMs, isOver) {
      await wait(Math.max(0, sinceMs + silentPageMs - clock.nowMs()))
      const asked = memory.find(requestId)
      if (isOver() || asked === undefined || asked.isFronted) return
      if (!(await isWanted(requestId)) || (await showsWindow(asked.popups))) return
      if (!(await tab.isHidden(tabId)) || isOver()) return
      await memory.fronted(requestId)
      await tab.bringToFront(tabId)
      onFronted(requestId)
    },
  }
}
