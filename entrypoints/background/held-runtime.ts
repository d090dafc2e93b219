import type { PagePorts } from '../../lib/wallet/connectors/page-ports.ts'

type Runtime = PagePorts['runtime']
type MessageListener = Parameters<Runtime['onMessage']['addListener']>[0]
type ConnectListener = Parameters<Runtime['onConnect']['addListener']>[0]

/**
 * Returns the runtime for a listener that can only be made once the deployment file has been read. What comes before is
 * held, since a worker that is woken by an event has to have its listener registered before its first await (R7).
 */
export function heldRuntime(runtime: Runtime, channel: string): Runtime {
  let tell: (listener: MessageListener) => void = () => undefined
  let connect: (listener: ConnectListener) => void = () => undefined
  const told = new Promise<MessageListener>((resolve) => {
    tell = resolve
  })
  const connected = new Promise<ConnectListener>((resolve) => {
    connect = resolve
  })

  runtime.onMessage.addListener((message, sender) =>
    isOfChannel(message, channel) ? told.then((listener) => listener(message, sender)) : undefined,
  )
  runtime.onConnect.addListener((port) => {
    if (port.name === channel) void connected.then((listener) => listener(port))
  })
  return { id: runtime.id, onMessage: { addListener: tell }, onConnect: { addListener: connect } }
}

/** Tells whether a message is for those who listen to this channel. */
export function isOfChannel(message: unknown, channel: string): boolean {
  return (
    typeof message === 'object' && message !== null && 'channel' in message && message.channel === channel
  )
}
