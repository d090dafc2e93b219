import { viewChannel } from '../../../lib/rpc/rpc-client.ts'
import { type ServerPort, serveViews } from '../../../lib/rpc/rpc-server.ts'
import type { World } from '../../harness/world.ts'

export interface Popup {
  /** Closes the popup before the browser informs the background: its port throws at the next message. */
  close(): void
  /** How often its port threw. The background drops a port that throws. */
  countThrows(): number
}

/** Opens a popup on the real server of views. It receives each later change. */
export function openPopup(world: World): Popup {
  const connects: ((port: ServerPort) => void)[] = []
  world.views = serveViews(
    {
      id: 'ferry',
      getURL: (path) => `chrome-extension://ferry/${path}`,
      onMessage: { addListener: () => undefined },
      onConnect: { addListener: (listener) => void connects.push(listener) },
    },
    { handlers: () => Promise.reject(new Error('nothing is asked')), onViewCountChange: () => undefined },
  )
  let isClosed = false
  let missed = 0
  const port: ServerPort = {
    name: viewChannel,
    sender: { id: 'ferry', url: 'chrome-extension://ferry/popup.html', frameId: 0 },
    postMessage() {
      if (!isClosed) return
      missed += 1
      throw new Error('Attempting to use a disconnected port object')
    },
    disconnect: () => undefined,
    onDisconnect: { addListener: () => undefined },
  }
  for (const connected of connects) connected(port)
  return {
    close() {
      isClosed = true
    },
    countThrows: () => missed,
  }
}
