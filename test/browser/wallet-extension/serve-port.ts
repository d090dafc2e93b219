import type { Duplex } from 'node:stream'
import { createAsyncMiddleware, JsonRpcEngine } from '@metamask/json-rpc-engine'
import { createEngineStream } from '@metamask/json-rpc-middleware-stream'
import ObjectMultiplex from '@metamask/object-multiplex'
import { ExtensionPortStream } from 'extension-port-stream'
import type { Runtime } from 'webextension-polyfill'

export interface PortWallet {
  request(requested: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  removeListener(event: string, listener: (value: unknown) => void): unknown
  /** Whether each answer is sent two times. */
  isTwice?(): Promise<boolean>
}

const secondAnswerMs = 300

const events = { accountsChanged: 'metamask_accountsChanged', chainChanged: 'metamask_chainChanged' } as const

/** Serves one port as MetaMask does, with its own stream packages: port, multiplex, engine, middleware. */
export function servePort(port: Runtime.Port, wallet: PortWallet): void {
  const engine = new JsonRpcEngine()
  engine.push(
    createAsyncMiddleware(async (request, response) => {
      const { method, params } = request
      const requested = wallet.request({ method, params })
      const result = await requested.catch((thrown: { code?: unknown; message?: unknown }) => {
        // An error loses its message in JSON.
        throw { code: thrown.code, message: `${thrown.message}` }
      })
      response.result = JSON.parse(JSON.stringify(result ?? null))
      if (await wallet.isTwice?.()) setTimeout(() => provider.write({ ...response }), secondAnswerMs)
    }),
  )
  const multiplexer = new ObjectMultiplex()
  const [portStream, multiplex, provider, other, served] = [
    new ExtensionPortStream(port),
    multiplexer,
    multiplexer.createStream('metamask-provider'),
    multiplexer.createStream('publicConfig'),
    createEngineStream({ engine }),
    // The packages' own stream type has no declarations.
  ].map((stream) => stream as unknown as Duplex) as [Duplex, Duplex, Duplex, Duplex, Duplex]
  // A closed port destroys its stream with an error, which is expected here.
  for (const stream of [portStream, multiplex, provider, served]) stream.on('error', () => undefined)
  portStream.pipe(multiplex).pipe(portStream)
  served.pipe(provider).pipe(served)
  // MetaMask's second stream on the same port, which clients must ignore.
  other.write({ isUnlocked: true })

  const stops = Object.entries(events).map(([event, method]) => {
    const notify = (value: unknown): void => {
      const params = event === 'chainChanged' ? { chainId: value, networkVersion: '1' } : value
      provider.write({ jsonrpc: '2.0', method, params })
    }
    wallet.on(event, notify)
    return () => wallet.removeListener(event, notify)
  })
  port.onDisconnect.addListener(() => {
    for (const stop of stops) stop()
  })
}
