import { Problem, problemFrom } from '../base/problem.ts'
import type { Wait } from '../base/time.ts'
import { isViewPush, isViewReply, type ViewCall, type ViewReply, viewChannel } from './view-frame.ts'
import type { ViewLine, ViewMessages, ViewPush } from './view-map.ts'

interface Listenable<L> {
  addListener(listener: L): void
}

export interface ViewPort {
  readonly onMessage: Listenable<(message: unknown) => void>
  readonly onDisconnect: Listenable<() => void>
  disconnect(): void
}

/** The bits of `browser.runtime` and of the page that a view's line stands on. */
export interface ViewLinePorts {
  readonly sendMessage: (call: ViewCall) => Promise<unknown>
  readonly connect: () => ViewPort
  /** Calls back when the page returns from the back/forward cache, which closes ports without a word. */
  readonly restored: (back: () => void) => void
  /** Nothing is said or heard before it: the page's first picture does not wait for the background. */
  readonly ready: Promise<void>
  readonly wait: Wait
}

/** Pauses between tries while a worker wakes; after the last one the message has failed. */
const retryWaitsMs = [50, 150, 400, 1_000]
const reconnectWaitMs = 100

/**
 * What may reach the wallet again when the background got the message, died and gets it once more. `confirm` is not
 * here: the background knows a review key that was confirmed.
 */
const notTwice: ReadonlySet<keyof ViewMessages> = new Set([
  'connectWallet',
  'retryOrder',
  'acceptOffer',
  'abandonOrder',
  'confirmWithdraw',
  'confirmCancel',
  'confirmRevoke',
])

/** A view's line to the background; survives the worker's death and the back/forward cache. */
export function viewLine(ports: ViewLinePorts): ViewLine {
  const heards = new Set<(push: ViewPush) => void>()
  const backs = new Set<() => void>()
  let port: ViewPort | null = null
  // Who listens already hears what the background says about the first message.
  const ready = ports.ready.then(open)

  async function call(name: keyof ViewMessages, input: unknown): Promise<ViewReply> {
    let cause: unknown
    await ready
    for (const waitMs of [...retryWaitsMs, null]) {
      try {
        const reply = await ports.sendMessage({ channel: viewChannel, name, input })
        if (isViewReply(reply)) return reply
        cause = undefined
      } catch (thrown) {
        cause = thrown
      }
      if (waitMs === null || (notTwice.has(name) && !neverArrived(cause))) break
      await ports.wait(waitMs)
    }
    throw new Problem('internal', { money: 'unknown', facts: { kind: 'noAnswer', message: name }, cause })
  }

  function open(): void {
    if (port !== null || heards.size === 0) return
    const opened = ports.connect()
    port = opened
    opened.onMessage.addListener((message) => {
      if (isViewPush(message)) for (const heard of heards) heard(message)
    })
    opened.onDisconnect.addListener(() => {
      if (port === opened) void reopen(opened)
    })
  }

  async function reopen(lost: ViewPort): Promise<void> {
    await ports.wait(reconnectWaitMs)
    if (port !== lost || heards.size === 0) return
    port = null
    open()
    for (const back of backs) back()
  }

  ports.restored(() => {
    if (port !== null) void reopen(port)
  })

  return {
    async send(name, input) {
      const reply = await call(name, input)
      if (!reply.ok) throw problemFrom(reply.problem)
      return reply.output as ViewMessages[typeof name]['output']
    },
    listen(heard, back) {
      heards.add(heard)
      backs.add(back)
      void ready.then(open)
      return () => {
        heards.delete(heard)
        backs.delete(back)
        if (heards.size > 0 || port === null) return
        const closing = port
        port = null
        closing.disconnect()
      }
    },
  }
}

/** Both browsers' words for a message nobody was there to take. */
function neverArrived(thrown: unknown): boolean {
  return thrown instanceof Error && /receiving end does not exist/i.test(thrown.message)
}
