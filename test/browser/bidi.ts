import { connectProtocol, type ProtocolSocket } from './protocol-socket.ts'

/** Connects to `ws://host:port/session`, starts a session and subscribes to these modules' events. */
export async function connectBidi(url: string, modules: readonly string[]): Promise<ProtocolSocket> {
  const bidi = await connectProtocol(url)
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: modules })
  return bidi
}
