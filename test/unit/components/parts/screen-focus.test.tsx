import { screen } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../render-app.tsx'
import { inBrowser } from '../test-app.tsx'

inBrowser()
afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition')
  delete document.documentElement.dataset.turn
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const root = document.documentElement
const refused = () => Promise.reject(new DOMException('skipped', 'AbortError'))

/**
 * A browser with view transitions. Each calls back when the test says that the frame of the old screen is
 * captured.
 */
function transitions({ isSkipped = false } = {}) {
  const waiting: (() => Promise<void>)[] = []
  const stages: (string | undefined)[] = []
  const skipTransition = vi.fn()
  const start = vi.fn((draws: () => Promise<void>) => {
    stages.push(root.dataset.turn)
    const finished = new Promise<void>((done) => {
      waiting.push(() =>
        draws()
          .then(() => stages.push(root.dataset.turn))
          .then(() => done()),
      )
    })
    return { ready: isSkipped ? refused() : finished, finished, skipTransition }
  })
  Object.assign(document, { startViewTransition: start })
  return { start, stages, skipTransition, frame: () => waiting.splice(0).forEach((draws) => void draws()) }
}

const heading = (name: string) => screen.queryByRole('heading', { level: 1, name })
function expectBegun(name: string): void {
  expect(heading(name)).not.toBeNull()
  expect(document.activeElement).toBe(heading(name))
}
const isOver = () => root.dataset.turn === undefined

describe('the transition from one screen to the next', () => {
  // A late frame is given up after 250 ms. Fake timers let the test decide when that is over.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  it('draws the screen in a view transition if the browser has one, then moves the focus', async () => {
    const { press, settle } = await renderApp()
    const { start, stages, frame } = transitions()
    await press(screen.getByTestId('settings-open'))
    expect(start).toHaveBeenCalledTimes(1)
    expect(heading('Settings')).toBeNull()
    frame()
    await settle()
    expectBegun('Settings')
    expect(isOver()).toBe(true)
    expect(document.title).toBe('Settings · Ferry')
    expect(stages).toEqual(['leave', 'enter'])
  })

  it('returns the focus to the opener of the screen', async () => {
    const { press, settle } = await renderApp()
    await press(screen.getByTestId('settings-open'))
    const { stages, frame } = transitions()
    await press(screen.getByTestId('back'))
    frame()
    await settle()
    expect(isOver()).toBe(true)
    expect(document.activeElement).toBe(screen.getByTestId('settings-open'))
    expect(stages).toEqual(['leave', 'back'])
  })

  it('goes back only one screen for two presses in one frame', async () => {
    const { app, press, settle } = await renderApp({}, { hash: '#/history' })
    app.go({ name: 'settings' })
    app.go({ name: 'settings', page: 'about' })
    await settle()
    expectBegun('Help and about')
    const { frame } = transitions()
    const back = screen.getByTestId('back')
    await press(back)
    await press(back)
    back.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    frame()
    await settle()
    expectBegun('Settings')
    expect(isOver()).toBe(true)
    expect(app.screen.value).toEqual({ name: 'settings' })
  })

  it('animates a closing sheet; an opening sheet appears immediately', async () => {
    const { press, settle } = await renderApp()
    const { start, stages, frame } = transitions()
    await press(screen.getByTestId('from-token'))
    expect(start).not.toHaveBeenCalled()
    const close = screen.getByTestId('sheet-close')
    await press(close)
    expect(screen.queryByTestId('sheet-close')).not.toBeNull()
    frame()
    await settle()
    expect(isOver()).toBe(true)
    expect(screen.queryByTestId('sheet-close')).toBeNull()
    expect(stages).toEqual(['close', 'close'])
  })

  it('uses no transition if motion is reduced', async () => {
    const { press, settle } = await renderApp()
    const { start } = transitions()
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (media) => ({ media, matches: media === '(prefers-reduced-motion: reduce)' }) as MediaQueryList,
    )
    await press(screen.getByTestId('settings-open'))
    await settle()
    expectBegun('Settings')
    expect(start).not.toHaveBeenCalled()
  })

  it('draws the screen when the browser skips the transition', async () => {
    const { press, settle } = await renderApp()
    const { frame } = transitions({ isSkipped: true })
    await press(screen.getByTestId('settings-open'))
    frame()
    await settle()
    expectBegun('Settings')
    expect(isOver()).toBe(true)
  })

  it('draws the screen when no frame comes, as behind another window', async () => {
    const { app, settle } = await renderApp()
    const { skipTransition } = transitions()
    app.go({ name: 'settings' })
    vi.advanceTimersByTime(250)
    await settle()
    expectBegun('Settings')
    expect(skipTransition).toHaveBeenCalledTimes(1)
  })

  it('draws the newer of two screens that come before a frame', async () => {
    const { app, settle } = await renderApp()
    const { frame } = transitions()
    app.go({ name: 'settings' })
    app.go({ name: 'settings', page: 'about' })
    frame()
    await settle()
    expectBegun('Help and about')
    expect(heading('Settings')).toBeNull()
  })
})

it('handles Escape as soon as the title has the focus', async () => {
  const { app } = await renderApp()
  const pressed = new Promise<void>((done) => {
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    const press = ({ target }: FocusEvent) => {
      if (target !== heading('Settings')) return
      document.removeEventListener('focusin', press)
      // Before the browser has drawn a frame.
      queueMicrotask(() => done(void target?.dispatchEvent(key)))
    }
    document.addEventListener('focusin', press)
  })
  // Not through `press`: it would wait until everything is drawn.
  app.go({ name: 'settings' })
  await pressed
  expect(app.screen.value.name).toBe('home')
})
