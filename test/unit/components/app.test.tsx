import { effect } from '@preact/signals'
import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { loadedCode } from '../../../components/LazyScreen.tsx'
import { createServiceEntry } from '../../../lib/history/history-entry.ts'
import { fail, problem } from '../../screens/answers.ts'
import { pastOf } from '../history/entry-fixture.ts'
import { bornMs, quoteFor, start, usdcIsland } from '../models/fake-data.ts'
import { doneOrder } from '../models/fake-orders.ts'
import { manualView } from '../quote/route-fixture.ts'
import { renderApp } from './render-app.tsx'
import { button, inBrowser, noButton } from './test-app.tsx'

inBrowser()

const amount = () => screen.getByRole('textbox', { name: 'Amount you pay' })
const title = (name: string) => screen.getByRole('heading', { level: 1, name })

describe('App', () => {
  it('starts with the focus in the amount field', async () => {
    await renderApp()
    expect(document.activeElement).toBe(amount())
    expect(document.title).toBe('Ferry')
  })

  it('publishes the later code once, so that its form is followed once', async () => {
    const seen: unknown[] = []
    const stop = effect(() => {
      seen.push(loadedCode.value)
    })
    const { press } = await renderApp()
    await press(screen.getByTestId('settings-open'))
    stop()
    expect(seen.filter((code) => code !== null)).toHaveLength(1)
  })

  it('offers to restart Ferry while the background answers nothing, on each screen', async () => {
    const silent = problem('internal', { facts: { kind: 'noAnswer' } })
    const { press, opened } = await renderApp({ answers: { start: fail(silent) } })
    const notice = () => screen.getByRole('region', { name: 'Ferry isn’t responding' })
    expect(notice().textContent).toMatch(/Your swaps are saved/)
    await press(screen.getByTestId('settings-open'))
    await press(within(notice()).getByRole('button', { name: 'Restart Ferry' }))
    expect(opened).toEqual(['restart'])
  })

  it('moves the focus to the title of a new screen, and back to its opener on return', async () => {
    const { press } = await renderApp()
    await press(screen.getByTestId('settings-open'))
    const heading = title('Settings')
    expect(document.activeElement).toBe(heading)
    expect(document.title).toBe('Settings · Ferry')
    await press(screen.getByTestId('back'))
    expect(document.activeElement).toBe(screen.getByTestId('settings-open'))
    expect(document.title).toBe('Ferry')
  })

  it('shows the newest background problem with its request ID, and can copy and dismiss it', async () => {
    const user = userEvent.setup({ delay: null })
    const { client } = await renderApp()
    const facts = { status: '500', message: 'lists are gone' }
    const failed = problem('serviceRefused', { reportedBy: 'service', serverRequestId: 'req-77', facts })
    const push = (one: typeof failed) => act(() => client.push({ kind: 'problem', problem: one }))
    await push(problem('aborted'))
    expect(screen.queryByTestId('pushed-problem')).toBeNull()
    await push(failed)
    const shown = within(await screen.findByTestId('pushed-problem'))
    expect(shown.getByText('req-77')).toBeDefined()
    expect(shown.getByText('The service rejected this request')).toBeDefined()
    await act(() => user.click(screen.getByTestId('copy-problem')))
    expect((await navigator.clipboard.readText()).split('\n').slice(1)).toEqual([
      'problem serviceRefused, said by service',
      'request req-77',
      'status: 500',
      'message: lists are gone',
    ])
    await act(() => user.click(screen.getByTestId('dismiss-problem')))
    expect(screen.queryByTestId('pushed-problem')).toBeNull()
    await push(failed)
    expect(screen.queryByTestId('pushed-problem')).toBeNull()
    await push(problem('storageFailed'))
    expect(await screen.findByTestId('pushed-problem')).toBeDefined()
  })

  it('keeps the quote while it shows that the wallet rejected the request for an account', async () => {
    const { push, press, pass, app } = await renderApp()
    app.swap.draft.setAmount('100')
    await pass(500)
    expect(screen.getByTestId('quote-row')).toBeDefined()
    await push({ kind: 'account', account: app.start.account.value, problem: problem('walletRejected') })
    await pass(500)
    const notice = screen.getByTestId('problem')
    expect(notice.textContent).toMatch(/You rejected the request.*Try again if you still want this/)
    expect(screen.getByTestId('quote-row')).toBeDefined()
    await press(within(notice).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByTestId('problem')).toBeNull()
  })

  it('shows a failed save of a setting, also where the form has the same problem', async () => {
    const { app, press, settle } = await renderApp({
      answers: { saveSettings: fail(problem('storageFailed')), quote: fail(problem('storageFailed')) },
    })
    app.swap.draft.setAmount('100')
    await settle()
    await press(screen.getByTestId('settings-open'))
    await app.start.saveSettings({ slippagePercent: '1' })
    await settle()
    expect(screen.getByTestId('pushed-problem').textContent).toContain('Ferry couldn’t save')
  })

  it('goes back from a screen that could not be loaded, or loads it again', async () => {
    let isBroken = true
    const entry = { entry: createServiceEntry(pastOf()), repeatRequest: null }
    const { app, press, keys, settle } = await renderApp({
      answers: { historyEntry: () => (isBroken ? Promise.reject(new Error('gone')) : entry) },
    })
    app.go({ name: 'past', key: 'p1' })
    await settle()
    await screen.findByTestId('load-again')
    title('Ferry')
    expect(screen.getByTestId('problem').dataset.code).toBe('internal')
    await keys('{Escape}')
    expect(app.screen.value.name).toBe('home')
    app.go({ name: 'past', key: 'p1' })
    await settle()
    await screen.findByTestId('load-again')
    isBroken = false
    await press(button('Try again'))
    expect(screen.queryByTestId('load-again')).toBeNull()
    expect(screen.getByTestId('back')).toBeDefined()
  })

  it('goes back from a screen if the code of all screens could not be loaded', async () => {
    const { app, press, settle } = await renderApp()
    const code = loadedCode.peek()
    if (code === null) throw new Error('the later code is not loaded')
    loadedCode.value = { ...code, loadScreen: () => Promise.reject(new Error('the file is gone')) }
    try {
      app.go({ name: 'history' })
      await settle()
      await press(await screen.findByTestId('load-again'))
      expect((await screen.findByTestId('problem')).dataset.code).toBe('internal')
      await press(screen.getByTestId('back'))
      expect(app.screen.value.name).toBe('home')
    } finally {
      loadedCode.value = code
    }
  })

  it('moves the focus to the amount when the focused notice of the form disappears', async () => {
    const { push, press, settle } = await renderApp()
    await push({ kind: 'problem', problem: problem('serviceRefused') })
    await settle()
    await press(screen.getByTestId('dismiss-problem'))
    expect(document.activeElement).toBe(amount())
  })

  it('leads to the swap that a background problem concerns, by its name', async () => {
    const { client, press, app } = await renderApp()
    await act(() => client.push({ kind: 'order', order: doneOrder(Date.now()) }))
    await act(() => client.push({ kind: 'problem', problem: problem('serviceRefused'), orderId: 'order-1' }))
    const shown = within(await screen.findByTestId('pushed-problem'))
    expect(shown.getByText('Problem with a swap')).toBeDefined()
    expect(shown.getByText(/100 USDC/)).toBeDefined()
    await press(shown.getByRole('button', { name: 'View swap' }))
    expect(app.screen.value).toEqual({ name: 'order', orderId: 'order-1' })
  })

  it('shows a failed save next to the problem of a swap', async () => {
    const { client, app, settle } = await renderApp({
      answers: { saveSettings: fail(problem('storageFailed')) },
    })
    await act(() => client.push({ kind: 'order', order: doneOrder(Date.now()) }))
    await act(() => client.push({ kind: 'problem', problem: problem('serviceRefused'), orderId: 'order-1' }))
    await app.start.saveSettings({ slippagePercent: '1' })
    await settle()
    const [ofSwap, ofSave] = await screen.findAllByTestId('pushed-problem')
    expect(ofSwap?.textContent).toContain('View swap')
    expect(ofSave?.textContent).toContain('Ferry couldn’t save')
  })

  it('goes back on Escape, except in a text field with content', async () => {
    const { keys, type, press, app } = await renderApp({}, { hash: '#/settings' })
    title('Settings')
    await press(screen.getByTestId('setting-slippage'))
    title('Max slippage')
    const field = screen.getByTestId('slippage')
    await type(field, 'x')
    await keys('{Escape}')
    expect(app.screen.value).toEqual({ name: 'settings', page: 'slippage' })
    await keys('{Backspace}{Escape}')
    expect(app.screen.value).toEqual({ name: 'settings' })
    title('Settings')
    await keys('{Escape}')
    expect(app.screen.value.name).toBe('home')
  })

  it('focuses the amount field on return when the opener can no longer be pressed', async () => {
    const { press, pass, app, settle } = await renderApp()
    app.swap.draft.setAmount('100')
    await pass(1_000)
    const opener = screen.getByTestId('primary')
    opener.focus()
    await press(opener)
    expect(app.screen.value.name).toBe('review')
    app.swap.draft.clear({})
    app.back()
    await settle()
    expect(document.activeElement).toBe(amount())
  })

  it('focuses the amount field for a new swap, whatever had the focus before', async () => {
    const { press, app, settle } = await renderApp()
    await press(screen.getByTestId('settings-open'))
    title('Settings')
    app.go({ name: 'home' })
    await settle()
    expect(document.activeElement).toBe(amount())
  })
})

describe('App in a wide view', () => {
  const rail = () => screen.getByRole('navigation')
  const navigationButtons = () =>
    [...rail().querySelectorAll('button')].map((way) => [way.textContent, way.getAttribute('aria-current')])
  const historyColumn = () => screen.queryByRole('complementary')
  const columnTitles = () =>
    [...(historyColumn()?.querySelectorAll('h2') ?? [])].map(({ textContent }) => textContent)

  it('shows the rail first, the form in the middle, own tokens and history next to it', async () => {
    await renderApp({}, { isWide: true })
    expect(navigationButtons()).toEqual([
      ['Swap', 'page'],
      ['History', null],
      ['Settings', null],
    ])
    expect(document.activeElement).toBe(amount())
    expect(rail().compareDocumentPosition(amount())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(columnTitles()).toEqual(['Your tokens', 'History'])
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getAllByRole('main')).toHaveLength(1)
  })

  it('gives history and settings the full width, and returns to the rail', async () => {
    const { press } = await renderApp({}, { isWide: true })
    await press(button('History'))
    const heading = title('History')
    expect(document.activeElement).toBe(heading)
    expect([navigationButtons()[1], historyColumn()]).toEqual([['History', 'page'], null])
    await press(screen.getByTestId('back'))
    expect(document.activeElement).toBe(button('History'))
    await press(button('Settings'))
    title('Settings')
    expect(historyColumn()).toBeNull()
    await press(button('Swap'))
    expect(document.activeElement).toBe(amount())
  })

  it('shows the welcome text next to the form on a first run, not below it', async () => {
    const { press } = await renderApp({ start: { ...start, account: null } }, { isWide: true })
    const welcome = screen.getByTestId('welcome')
    expect(historyColumn()?.contains(welcome)).toBe(true)
    expect(document.activeElement).toBe(amount())
    await press(screen.getByTestId('welcome-done'))
    expect(historyColumn()?.querySelector('h2')?.textContent).toBe('History')
  })

  it('shows the routes next to the form while a quote lives, and own tokens and history again without one', async () => {
    const route = manualView('Across', usdcIsland, bornMs + 60_000)
    const { type, clear, press, sent } = await renderApp(
      {
        answers: {
          quote: ({ request }) => ({
            kind: 'quote',
            quote: quoteFor(request, bornMs, { routeKey: route.key, routes: [route] }),
          }),
        },
      },
      { isWide: true },
    )
    await type(amount(), '100', 1_000)
    expect(historyColumn()?.querySelector('h2')?.textContent).toBe('Routes')
    await press(screen.getByTestId('route-card'))
    expect(sent('quote').at(-1)).toMatchObject({ pick: { routeKey: 'manual:Across:' } })
    await clear(amount())
    expect(columnTitles()).toEqual(['Your tokens', 'History'])
  })

  it("shows no rail in a narrow view, but navigation buttons in the form's bar", async () => {
    await renderApp()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect([noButton('Swap'), button('History').title]).toEqual([true, 'History'])
  })

  it('adds no history entry for a press that opens nothing', async () => {
    const { press, app } = await renderApp({}, { isWide: true })
    await press(button('Settings'))
    await press(button('Settings'))
    app.back()
    expect(app.screen.value.name).toBe('home')
  })
})
