export interface ViewPlace {
  readonly name: 'side' | 'window' | 'tab'
  readonly isHere?: true
  /** True if this window cannot open it, only other windows of this browser. */
  readonly isApart?: true
  /**
   * Must be called from a user action: no browser opens a side view otherwise. If the caller is a popup, it closes, but not
   * before `kept` has settled.
   */
  open(kept?: Promise<unknown>): Promise<void>
}

/** The parts of the extension API that open pages. Firefox for Android has neither windows nor a side view. */
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
  /** Chromium only. */
  readonly sidePanel?: { open(at: { windowId: number }): Promise<void> }
  /** Firefox only. */
  readonly sidebarAction?: { open(): Promise<void> }
}

export interface CallingPage {
  readonly pathname: string
  close(): void
}

const sidePage = 'sidepanel.html'
const appPage = 'popup.html'

/** Slow reads happen here, not on the press: the browser limits how long a user action counts. */
export async function viewPlaces(api: PlacesApi, page: CallingPage): Promise<readonly ViewPlace[]> {
  const [tab, window] = await Promise.all([api.tabs.getCurrent(), api.windows?.getCurrent()])
  const isSide = page.pathname === `/${sidePage}`
  const isToolbar = tab === undefined && !isSide
  const side = createSideOpener(api, window?.id)
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
        // A toolbar popup would cover the page that was just opened.
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

/** The size of a Ferry window, in CSS pixels including the browser's frame. */
export const windowSize = { width: 400, height: 640 }

/**
 * Handles a press on the toolbar icon: opens Ferry at the side of the window. If the browser has no side view or fails to
 * open it, it runs `instead`, so that a press always opens Ferry. The side view is opened within the user action itself.
 */
export async function openSideView(
  api: Pick<PlacesApi, 'sidePanel' | 'sidebarAction'>,
  windowId: number | undefined,
  instead: () => Promise<unknown>,
): Promise<void> {
  const open = createSideOpener(api, windowId)
  await (open === null ? instead() : open().catch(instead))
}

export function createSideOpener(
  { sidePanel, sidebarAction }: Pick<PlacesApi, 'sidePanel' | 'sidebarAction'>,
  windowId: number | undefined,
): (() => Promise<void>) | null {
  if (sidebarAction !== undefined) return () => sidebarAction.open()
  if (sidePanel === undefined || windowId === undefined) return null
  return () => sidePanel.open({ windowId })
}
