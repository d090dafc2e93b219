export interface ProtocolData {
  readonly [key: string]: unknown
}

/** A connection of one JSON message per command and event: WebDriver BiDi, or the DevTools protocol. */
export interface ProtocolSocket {
  /** `session` is a DevTools target's. Returns the command's result; throws `<method>: <what the browser says>`. */
  send(method: string, params: ProtocolData, session?: string): Promise<ProtocolData>
  listen(received: (method: string, params: ProtocolData) => void): void
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
  readonly done: (result: ProtocolData) => void
  readonly failed: (error: Error) => void
}

export async function connectProtocol(url: string): Promise<ProtocolSocket> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, Waiting>()
  const receivers: ((method: string, params: ProtocolData) => void)[] = []
  let lastId = 0

  const ended = new Promise<void>((done) => {
    socket.addEventListener('close', () => {
      for (const { method, failed } of waiting.values()) failed(new BrowserGone(method))
      waiting.clear()
      done()
    })
  })
  await new Promise<void>((done, failed) => {
    socket.addEventListener('open', () => done(), { once: true })
    socket.addEventListener('error', () => failed(new Error(`no browser listens at ${url}`)), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as ProtocolData
    // An event has no ID.
    if (message.method !== undefined) {
      for (const received of receivers) received(String(message.method), message.params as ProtocolData)
      return
    }
    const requested = waiting.get(Number(message.id))
    waiting.delete(Number(message.id))
    if (message.error === undefined) requested?.done(message.result as ProtocolData)
    else requested?.failed(new Error(`${requested.method}: ${errorText(message)}`))
  })

  return {
    send: (method, params, session) =>
      new Promise((done, failed) => {
        if (socket.readyState !== WebSocket.OPEN) {
          failed(new BrowserGone(method))
          return
        }
        lastId += 1
        waiting.set(lastId, { method, done, failed })
        socket.send(JSON.stringify({ id: lastId, method, params, sessionId: session }))
      }),
    listen: (received) => void receivers.push(received),
    ended,
  }
}

/** BiDi names the kind of an error and explains it next to it; DevTools has both in one record. */
function errorText({ error, message }: ProtocolData): string {
  return typeof error === 'string' ? `${error}, ${message}` : String((error as ProtocolData).message)
}
