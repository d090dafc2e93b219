import { describe, expect, it } from 'vitest'
import { openSideView, type PlacesApi, viewPlaces } from '../../../lib/platform/view-places.ts'

interface Here {
  readonly isTab?: boolean
  readonly page?: string
  readonly windowType?: string
}

/** A browser that records which pages it opens. */
function browserOf(here: Here, side: 'sidePanel' | 'sidebarAction' | 'none' = 'sidePanel') {
  const done: unknown[] = []
  const record = (what: string) => async (how?: unknown) => {
    done.push(how === undefined ? what : [what, how])
  }
  const api: PlacesApi = {
    runtime: { getURL: (path) => `chrome-extension://ferry/${path}` },
    tabs: {
      getCurrent: async () => (here.isTab === true ? { id: 3 } : undefined),
      create: record('tab'),
    },
    windows: {
      getCurrent: async () => ({ id: 7, type: here.windowType ?? 'normal' }),
      create: record('window'),
    },
    ...(side === 'sidePanel' ? { sidePanel: { open: record('sidePanel') } } : {}),
    ...(side === 'sidebarAction' ? { sidebarAction: { open: record('sidebar') } } : {}),
  }
  const page = { pathname: `/${here.page ?? 'popup.html'}`, close: () => void done.push('closed') }
  return { api, page, done }
}

async function namesFrom(here: Here, side?: Parameters<typeof browserOf>[1]): Promise<string[]> {
  const { api, page } = browserOf(here, side)
  const places = await viewPlaces(api, page)
  return places.filter(({ isHere, isApart }) => !(isHere ?? isApart)).map(({ name }) => name)
}

async function open(name: string, from: ReturnType<typeof browserOf>): Promise<readonly unknown[]> {
  const place = (await viewPlaces(from.api, from.page)).find((one) => one.name === name)
  await place?.open()
  return from.done
}

describe('the other places for the App', () => {
  it.each<[string, Here, string[]]>([
    ['the toolbar popup', {}, ['side', 'window', 'tab']],
    ['a tab', { isTab: true }, ['side', 'window']],
    ['a window of its own', { isTab: true, windowType: 'popup' }, ['tab']],
    ['the side', { page: 'sidepanel.html' }, ['window', 'tab']],
  ])('seen from %s', async (_, here, names) => {
    expect(await namesFrom(here)).toEqual(names)
    expect(await namesFrom(here, 'sidebarAction')).toEqual(names)
    expect(await namesFrom(here, 'none')).toEqual(names.filter((name) => name !== 'side'))
  })

  it('include the side view if it is the current page', async () => {
    const { api, page } = browserOf({ page: 'sidepanel.html' })
    expect((await viewPlaces(api, page))[0]).toMatchObject({ name: 'side', isHere: true })
  })

  it('include the side view of other windows in a popup window, which has none', async () => {
    const { api, page } = browserOf({ isTab: true, windowType: 'popup' })
    expect((await viewPlaces(api, page))[0]).toMatchObject({ name: 'side', isApart: true })
  })

  it('are only tabs in Firefox for Android', async () => {
    const { api, page } = browserOf({}, 'none')
    const { windows: _, ...android } = api
    expect((await viewPlaces(android, page)).map(({ name }) => name)).toEqual(['tab'])
  })
})

describe('opening', () => {
  it('the side panel uses the window that was read before the press, and closes the popup', async () => {
    expect(await open('side', browserOf({}))).toEqual([['sidePanel', { windowId: 7 }], 'closed'])
  })

  it('the sidebar needs no window', async () => {
    expect(await open('side', browserOf({}, 'sidebarAction'))).toEqual(['sidebar', 'closed'])
  })

  it('a window or a tab shows the same page, and a calling tab stays open', async () => {
    const url = 'chrome-extension://ferry/popup.html'
    expect(await open('tab', browserOf({}))).toEqual([['tab', { url }], 'closed'])
    const size = { type: 'popup', width: 400, height: 640 }
    expect(await open('window', browserOf({ isTab: true }))).toEqual([['window', { url, ...size }]])
  })

  it('closes the popup only after the pending writes', async () => {
    const from = browserOf({})
    const [side] = await viewPlaces(from.api, from.page)
    let keep: (value: null) => void = () => undefined
    const opened = side?.open(new Promise<null>((done) => (keep = done)))
    await new Promise((done) => setImmediate(done))
    expect(from.done).toEqual([['sidePanel', { windowId: 7 }]])
    keep(null)
    await opened
    expect(from.done).toContain('closed')
  })

  it('keeps the popup open if opening fails', async () => {
    const from = browserOf({})
    const refusing = { ...from.api, sidePanel: { open: () => Promise.reject(new Error('no gesture')) } }
    const [side] = await viewPlaces(refusing, from.page)
    await expect(side?.open()).rejects.toThrow('no gesture')
    expect(from.done).toEqual([])
  })
})

describe('a press on the toolbar icon', () => {
  const instead = async (from: ReturnType<typeof browserOf>, part: Partial<PlacesApi> = {}) => {
    await openSideView({ ...from.api, ...part }, 7, async () => void from.done.push('view'))
    return from.done
  }

  it('opens the side view', async () => {
    expect(await instead(browserOf({}))).toEqual([['sidePanel', { windowId: 7 }]])
  })

  it('opens another view if the browser has no side view or does not open it', async () => {
    const refused = { sidePanel: { open: () => Promise.reject(new Error('no panel here')) } }
    expect(await instead(browserOf({}), refused)).toEqual(['view'])
    expect(await instead(browserOf({}, 'none'))).toEqual(['view'])
  })
})
