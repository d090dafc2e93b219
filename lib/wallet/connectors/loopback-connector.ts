import { resultInTime } from '../../base/concurrency.ts'
import { cleanText } from '../../base/untrusted-text.ts'
import type { WalletRef } from '../port.ts'
import type { WalletRequests } from '../requests.ts'
import { programName } from '../wallet-capabilities.ts'
import type { OpenLink, RpcStream } from './rpc-stream.ts'
import { createStreamConnector, type StreamKind, type StreamPorts } from './stream-connector.ts'

const messageLimitChars = 1_048_576
const nameMs = 1_000
const nameLimit = 32

export interface LoopbackSocket {
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  send(text: string): void
  close(): void
}

export interface LoopbackPorts extends StreamPorts {
  /** The origin that the browser sends to the wallet, and all that the wallet knows of the requester. */
  readonly origin: string
  open(url: string): LoopbackSocket
  isAllowed(endpoint: string): Promise<boolean>
}

export type LoopbackConnector = ReturnType<typeof createLoopbackConnector>

/** Reaches the JSON-RPC wallets of the deployment file (Frame). */
export function createLoopbackConnector(
  endpoints: readonly string[],
  requests: WalletRequests,
  ports: LoopbackPorts,
) {
  const wallet = createStreamConnector(streamKind(connectSocket(ports)), requests, ports)
  const names = new Map<string, string>()

  function refOf(endpoint: string): WalletRef | null {
    if (!endpoints.includes(endpoint)) return null
    const name = names.get(endpoint) ?? new URL(endpoint).host
    return { connector: 'loopback', id: endpoint, name, origin: ports.origin, iconUrl: null }
  }

  async function learnName(endpoint: string): Promise<boolean> {
    const stream = await wallet.reach(endpoint)
    if (stream === null) return false
    const requested = stream.request({ method: 'web3_clientVersion', params: [] })
    const said = await resultInTime(requested, nameMs, ports.wait)
    const name = typeof said === 'string' ? cleanText(said.split('/')[0] ?? '', nameLimit) : ''
    if (name !== '') names.set(endpoint, name)
    return true
  }

  async function readState(endpoint: string): Promise<'there' | 'needsPermission' | null> {
    if (!(await ports.isAllowed(endpoint))) return 'needsPermission'
    return (await learnName(endpoint)) ? 'there' : null
  }

  return {
    ...wallet,
    refOf,
    /** The user may have withdrawn a permission while its socket is open. */
    async closeForbidden() {
      for (const endpoint of endpoints) if (!(await ports.isAllowed(endpoint))) await wallet.close(endpoint)
    },
    /** Silent endpoints are left out. Prompts no wallet. */
    async find() {
      const states = await Promise.all(endpoints.map(readState))
      return endpoints.flatMap((endpoint, index) => {
        const [found, state] = [refOf(endpoint), states[index]]
        if (found === null || !state) return []
        const name = (state === 'needsPermission' && programName(endpoint)) || found.name
        return [{ wallet: { ...found, name }, state }]
      })
    },
  }
}

function connectSocket({ open, isAllowed }: LoopbackPorts): OpenLink {
  return (endpoint, ends) => {
    let socket: LoopbackSocket | null = null
    let isClosed = false
    const unsent: string[] = []
    let send = (text: string): void => void unsent.push(text)

    function connect(): void {
      const opened = open(endpoint.replace(/^http/, 'ws'))
      socket = opened
      opened.addEventListener('open', () => {
        send = (text) => opened.send(text)
        for (const text of unsent) send(text)
      })
      opened.addEventListener('close', () => ends.onClosed())
      opened.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string' || data.length > messageLimitChars) return
        let message: unknown
        try {
          message = JSON.parse(data)
        } catch {
          // Text that is not JSON is no JSON-RPC.
          return
        }
        ends.onMessage(message)
      })
    }

    // The user may have withdrawn the permission since the program was found.
    isAllowed(endpoint).then(
      (is) => (is && !isClosed ? connect() : ends.onClosed()),
      () => ends.onClosed(),
    )
    return {
      send: (message) => send(JSON.stringify(message)),
      close() {
        isClosed = true
        socket?.close()
      },
    }
  }
}

function streamKind(connect: OpenLink): StreamKind {
  const subscribed = new WeakSet<RpcStream>()
  return {
    connector: 'loopback',
    sleeps: false,
    windowCloseMs: 250,
    connect,
    eventOf(method, params) {
      if (method !== 'eth_subscription') return null
      const { result } = (params ?? {}) as { readonly result?: unknown }
      return { name: Array.isArray(result) ? 'accountsChanged' : 'chainChanged', value: result }
    },
    // Not `eth_accounts`: Frame prompts the user when it no longer knows Ferry, and reconnecting must not prompt.
    async follow(stream) {
      if (!subscribed.has(stream)) {
        subscribed.add(stream)
        await stream.request({ method: 'eth_subscribe', params: ['accountsChanged'] })
        await stream.request({ method: 'eth_subscribe', params: ['chainChanged'] })
      }
      return [{ name: 'chainChanged', value: await stream.request({ method: 'eth_chainId', params: [] }) }]
    },
  }
}
