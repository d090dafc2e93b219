export interface BidiData {
  readonly [key: string]: unknown
}

export interface Bidi {
  /** Returns the command's result; throws `<method>: <error>, <message>`. */
  send(method: string, params: BidiData): Promise<BidiData>
  listen(received: (method: string, params: BidiData) => void): void
  /** Resolves when the connection has ended, on either side. */
  readonly ended: Promise<void>
}

export class BrowserGone extends Error {
  constructor(method: string) {
    super(`${method}: the browser is gone`)
  }
}

interface Waiting {
  readonly method: string
  readonly done: (result: BidiData) => void
  readonly failed: (error: Error) => void
}

/** Connects to `ws://host:port/session`, starts a session and subscribes to these modules' events. */
export async function connectBidi(url: string, modules: readonly string[]): Promise<Bidi> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, Waiting>()
  const receivers: ((method: string, params: BidiData) => void)[] = []
  let lastId = 0

  const over = new Promise<void>((done) => {
    socket.addEventListener('close', () => {
      for (const { method, failed } of waiting.values()) failed(new BrowserGone(method))
      waiting.clear()
      done()
    })
  })
  await new Promise<void>((done, failed) => {
    socket.addEventListener('open', () => done(), { once: true })
    socket.addEventListener('error', () => failed(new Error(`no WebDriver BiDi at ${url}`)), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as BidiData
    if (message.type === 'event') {
      for (const received of receivers) received(String(message.method), message.params as BidiData)
      return
    }
    const requested = waiting.get(Number(message.id))
    waiting.delete(Number(message.id))
    if (message.type === 'success') requested?.done(message.result as BidiData)
    else requested?.failed(new Error(`${requested.method}: ${message.error}, ${message.message}`))
  })

  const send = (method: string, params: BidiData): Promise<BidiData> =>
    new Promise((done, failed) => {
      if (socket.readyState !== WebSocket.OPEN) {
        failed(new BrowserGone(method))
        return
      }
      lastId += 1
      waiting.set(lastId, { method, done, failed })
      socket.send(JSON.stringify({ id: lastId, method, params }))
    })

  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: modules })
  return { send, listen: (received) => void receivers.push(received), ended: over }
}
