import type { Browser, Runtime } from 'webextension-polyfill'

type Sender = Runtime.MessageSender
type Respond = (answer: unknown) => void

/** The types of the polyfill lack a listener that leaves some messages to others. */
type Api = Browser & {
  readonly runtime: {
    readonly onMessage: {
      addListener(listener: (message: unknown, sender: Sender, respond: Respond) => true | undefined): void
    }
  }
}

/** The browser's extension API with promises: `browser`, or `chrome` in Chromium before 148. Throws outside an extension. */
export const browser: Api = findApi()

function findApi(): Api {
  const world = globalThis as { readonly browser?: Api; readonly chrome?: Api }
  const api = world.browser ?? world.chrome
  if (api?.runtime?.id === undefined) throw new Error('no extension API here')
  return api
}

/** Messages to the background. A listener returns the promise of its answer, or undefined to leave a message to others. */
export const messages = {
  addListener(listener: (message: unknown, sender: Sender) => Promise<unknown> | undefined): void {
    // Chromium before 148 ignores a promise. All browsers take an answer through the callback after `true`.
    browser.runtime.onMessage.addListener((message, sender, respond) => {
      const answer = listener(message, sender)
      if (answer === undefined) return undefined
      answer.then(respond, (thrown: unknown) => {
        // Without an answer, the sender tries again. The error appears in the console.
        respond(undefined)
        throw thrown
      })
      return true
    })
  },
}
