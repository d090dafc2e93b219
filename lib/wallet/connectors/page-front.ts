import { secondMs } from '../../base/time.ts'
import type { Ledger } from '../ledger.ts'
import type { PagePorts, PageTab, PopupWindow } from './page-tab.ts'

/** By then a wallet has opened its window, or has answered where it needs none. */
const bringToFrontAfterMs = 8 * secondMs

/** Brings the page of a silent wallet to the front: some wallets in pages wait until their page is visible. */
export function createPageFront(
  ledger: Ledger,
  tab: PageTab,
  { windows, wait, clock, ownOrigin, isNeeded }: PagePorts,
) {
  async function popups(): Promise<readonly PopupWindow[]> {
    const all = (await windows?.getAll({ populate: true, windowTypes: ['popup'] }).catch(() => [])) ?? []
    return all.filter(({ tabs }) => !tabs?.some(({ url }) => url?.startsWith(`${ownOrigin}/`)))
  }

  async function showsWindow(before: readonly number[]): Promise<boolean> {
    return (await popups()).some(({ id, focused }) => focused || (id !== undefined && !before.includes(id)))
  }

  return {
    openPopups: async (): Promise<readonly number[]> => (await popups()).flatMap(({ id }) => id ?? []),
    /**
     * Watches a wallet request that is open since `sinceMs`. After eight seconds without an answer or a window, brings its
     * page to the front if the page is hidden; one time per request.
     */
    async watch(requestId: string, tabId: number, sinceMs: number, isOver: () => boolean): Promise<void> {
      await wait(Math.max(0, sinceMs + bringToFrontAfterMs - clock.nowMs()))
      const requested = await ledger.find(requestId)
      if (isOver() || requested === undefined || requested.isAnswered || requested.isFronted) return
      if (!(await isNeeded(requestId)) || (await showsWindow(requested.popups))) return
      if (!(await tab.isHidden(tabId)) || isOver()) return
      await ledger.recordFronted(requestId)
      await tab.bringToFront(tabId)
    },
  }
}
