/** A place the App can be shown in beside the one it is in. */
interface ViewPlace {
  readonly name: 'side' | 'window' | 'tab'
  /** It is where the page that asks is. */
  readonly isHere?: true
  /** Only other windows of this browser have it: it cannot be opened from this one. */
  readonly isApart?: true
  /**
   * Has to be called from a press: no browser opens a side view without one. A popup that asks is closed by it, but not
   * before `kept` has come to its end.
   */
  open(kept?: Promise<unknown>): Promise<void>
}

/** The bits of the extension API that show pages; Firefox for Android has neither windows nor a side. */
export interface PlacesApi {
  readonly runtime: { getURL(path: string): string }
  readonly tabs: {
    getCurrent(): Promise<object | undefined>
    create(tab: { url: string }): Promise<unknown>
  }
  readonly windows?: {
    getCurrent(): Promise<{ readonly id?: number | undefined; readonly type?: string | undefined }>
    create(window: { url: string; type: 'popup'; width: number; height: number }): Promise<unknown>
  }
  /** Chromium's. */
  readonly sidePanel?: { open(at: { windowId: number }): Promise<void> }
  /** Firefox's. */
  readonly sidebarAction?: { open(): Promise<void> }
}

/** The page that asks. */
export interface AskingPage {
  readonly pathname: string
  close(): void
}

const sidePage = 'sidepanel.html'
const appPage = 'popup.html'

/** Returns where the App can be shown, seen from this page. What takes time is asked beforehand: a press does not last. */
export async function viewPlaces(api: PlacesApi, page: AskingPage): Promise<readonly ViewPlace[]> {
  const [tab, window] = await Promise.all([api.tabs.getCurrent(), api.windows?.getCurrent()])
  const isSide = page.pathname === `/${sidePage}`
  const isToolbar = tab === undefined && !isSide
  const side = sideOpener(api, window?.id)
  const { windows } = api
  const url = api.runtime.getURL(appPage)
  const places: ViewPlace[] = []
  const add = (
    name: ViewPlace['name'],
    open: () => Promise<unknown>,
    where: Pick<ViewPlace, 'isHere' | 'isApart'> = {},
  ): void => {
    places.push({
      name,
      ...where,
      async open(kept) {
        await open()
        await kept
        // A popup under the toolbar would stay in front of what was just opened.
        if (isToolbar) page.close()
      },
    })
  }
  if (side !== null) {
    add('side', side, isSide ? { isHere: true } : window?.type === 'normal' ? {} : { isApart: true })
  }
  if (windows !== undefined && window?.type !== 'popup') {
    add('window', () => windows.create({ url, type: 'popup', ...windowSize }))
  }
  if (tab === undefined || window?.type === 'popup') add('tab', () => api.tabs.create({ url }))
  return places
}

/** The size of a window of Ferry's own, in CSS pixels with the browser's frame. */
export const windowSize = { width: 400, height: 640 }

/**
 * Answers a press on the toolbar's icon: opens Ferry at the side of the window, and as `instead` says where the browser
 * has no side or opens none, so that no press is for nothing. The side is asked for within the press itself.
 */
export async function openSide(
  api: Pick<PlacesApi, 'sidePanel' | 'sidebarAction'>,
  windowId: number | undefined,
  instead: () => Promise<unknown>,
): Promise<void> {
  const open = sideOpener(api, windowId)
  const isOpen =
    open !== null &&
    (await open().then(
      () => true,
      () => false,
    ))
  if (!isOpen) await instead()
}

/** Returns what opens Ferry at the side of a window; null where the browser has no side. */
export function sideOpener(
  { sidePanel, sidebarAction }: Pick<PlacesApi, 'sidePanel' | 'sidebarAction'>,
  windowId: number | undefined,
): (() => Promise<void>) | null {
  if (sidebarAction !== undefined) return () => sidebarAction.open()
  if (sidePanel === undefined || windowId === undefined) return null
  return () => sidePanel.open({ windowId })
}
