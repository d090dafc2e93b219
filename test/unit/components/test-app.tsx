import { configure, screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { type ComponentChildren, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeAll, vi } from 'vitest'
import type { ViewPush } from '../../../lib/rpc/messages.ts'
import messages from '../../../public/_locales/en/messages.json' with { type: 'json' }
import { openApp } from '../models/open-app.ts'

const texts: { readonly [key: string]: { readonly message: string } } = messages

/** Renders the effects of an event before the test's next line. */
configure({
  eventWrapper: (work) => {
    let result: unknown
    act(() => {
      result = work()
    })
    return result
  },
})

/** Installs the texts like a browser, and removes the rendered DOM after each test. */
export function inBrowser(): void {
  beforeAll(() => {
    Object.assign(globalThis, {
      browser: { i18n: { getMessage: (key: string) => texts[key]?.message ?? '' } },
    })
  })
  afterEach(() => {
    render(null, document.body)
    document.body.replaceChildren()
  })
}

export function draw(view: ComponentChildren): void {
  act(() => render(view, document.body))
}

/** All real models of a view with a fake background and a fake clock. */
export async function createTestApp(options: Parameters<typeof openApp>[0] = {}, hash = '') {
  const { app, ...fake } = await openApp(options, hash)
  const user = userEvent.setup({ delay: null })
  /** Resolves when all responses, screen code and rendering are done. */
  async function settle(): Promise<void> {
    // A screen renders when its code is loaded, and may then load the code of its parts.
    for (let depth = 0; depth < 2; depth += 1) {
      await act(async () => {
        await fake.settle()
        await vi.dynamicImportSettled()
        await fake.settle()
      })
    }
  }
  /** Advances the clock, and renders due effects. */
  async function pass(ms: number): Promise<void> {
    await act(() => fake.pass(ms))
    await settle()
  }
  return {
    ...fake,
    app,
    /** Resolves when all responses are there. Nothing waits for the code of another screen, as `settle` does. */
    respond: fake.settle,
    /** User input. Each call resolves when its effects are done. */
    async press(element: Element): Promise<void> {
      await user.click(element)
      await settle()
    },
    /** `pauseMs` passes after the last key. */
    async type(field: Element, text: string, pauseMs = 0): Promise<void> {
      await user.type(field, text)
      await settle()
      if (pauseMs > 0) await pass(pauseMs)
    },
    /** Simulates a message of the background. Resolves when its effects are done. */
    async push(message: ViewPush): Promise<void> {
      fake.client.push(message)
      await settle()
    },
    /** Pastes into the focused field. */
    async paste(text: string): Promise<void> {
      await user.paste(text)
      await settle()
    },
    async clear(field: Element): Promise<void> {
      await user.clear(field)
      await settle()
    },
    async keys(text: string): Promise<void> {
      await user.keyboard(text)
      await settle()
    },
    pass,
    settle,
  }
}

/** Returns the button with this accessible name; throws if there is none. */
export function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole('button', { name })
}

export function noButton(name: string | RegExp): boolean {
  return screen.queryByRole('button', { name }) === null
}

/** The text of an element without its marks of direction, and with ordinary blanks. */
export function plainText(element: Element | null | undefined): string {
  return element?.textContent?.replace(/[\u2066-\u2069]/g, '').replace(/\u00a0/g, ' ') ?? ''
}
