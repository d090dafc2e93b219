import { configure, screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { type ComponentChildren, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeAll, vi } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import messages from '../../../public/_locales/en/messages.json' with { type: 'json' }
import { createFakeClient } from '../models/fake-client.ts'
import { createFakePorts } from '../models/fake-ports.ts'

const texts: { readonly [key: string]: { readonly message: string } } = messages

/** What an event sets off is drawn before the next line of a test. */
configure({
  eventWrapper: (work) => {
    let result: unknown
    act(() => {
      result = work()
    })
    return result
  },
})

/** Puts the texts where a browser has them, and takes what was drawn away after each test. */
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

/** Draws a component in the place of the page. */
export function draw(view: ComponentChildren): void {
  act(() => render(view, document.body))
}

/** All real models of a view before a fake background, with a time that moves when it is told to. */
export async function shownApp(options: Parameters<typeof createFakeClient>[0] = {}, hash = '') {
  const fake = createFakePorts((nowMs) => createFakeClient({ nowMs, ...options }))
  const app = createAppModel({ ...fake.ports, hash })
  await fake.settle()
  const user = userEvent.setup({ delay: null })
  /** Resolves once all has come to rest: answers, the code of screens, and what is drawn of both. */
  async function settle(): Promise<void> {
    // A screen is drawn when its code has arrived, and may need the code of its parts then.
    for (let depth = 0; depth < 2; depth += 1) {
      await act(async () => {
        await fake.settle()
        await vi.dynamicImportSettled()
        await fake.settle()
      })
    }
  }
  return {
    ...fake,
    app,
    /** The person at the keyboard; what their doing sets off has come to rest when it resolves. */
    async press(element: Element): Promise<void> {
      await user.click(element)
      await settle()
    },
    async type(field: Element, text: string): Promise<void> {
      await user.type(field, text)
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
    /** Lets time pass, and what falls due in it be drawn. */
    async pass(ms: number): Promise<void> {
      await act(() => fake.pass(ms))
      await settle()
    },
    settle,
    /** What was sent to the background under a name. */
    sent: (name: string) => fake.client.sent.filter((one) => one.name === name).map(({ input }) => input),
  }
}

/** The button of a name, as a reader hears it; throws where there is none. */
export function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole('button', { name })
}

export function noButton(name: string | RegExp): boolean {
  return screen.queryByRole('button', { name }) === null
}
