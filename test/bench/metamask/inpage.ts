import '../../browser/wallet-extension/stream-globals.ts'
import type { Duplex } from 'node:stream'
import ObjectMultiplex from '@metamask/object-multiplex'
import { WindowPostMessageStream } from '@metamask/post-message-stream'
import { initializeProvider } from '@metamask/providers/initializeInpageProvider'

/** MetaMask's provider in the page's world, set up as its own script does. Its streams end in `relay.ts`. */
const line = new WindowPostMessageStream({ name: 'metamask-inpage', target: 'metamask-contentscript' })
const mux = new ObjectMultiplex()
const ends = [line, mux] as unknown as readonly [Duplex, Duplex]
ends[0].pipe(ends[1]).pipe(ends[0])
initializeProvider({
  connectionStream: mux.createStream('metamask-provider'),
  providerInfo: {
    uuid: crypto.randomUUID(),
    name: 'MetaMask',
    icon: 'data:image/svg+xml,<svg/>',
    rdns: 'io.metamask',
  },
})
