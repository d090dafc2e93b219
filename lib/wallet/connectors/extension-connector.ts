import { isObject } from '../../base/object.ts'
import type { WalletRef } from '../port.ts'
import type { WalletRequests } from '../requests.ts'
import type { OpenLink } from './rpc-stream.ts'
import { createStreamConnector, type StreamKind, type StreamPorts } from './stream-connector.ts'

/** MetaMask's stream for dapps; others such as `publicConfig` share the port. */
const frameName = 'metamask-provider'
/** MetaMask shows nothing for one in ten requests that arrive while its last window closes. */
const windowCloseMs = 1_000

interface ExtensionPort {
  readonly onMessage: { addListener(listener: (frame: unknown) => void): void }
  readonly onDisconnect: { addListener(listener: () => void): void }
  postMessage(frame: unknown): void
  disconnect(): void
}

export interface ExtensionRuntime {
  readonly id: string
  connect(extensionId: string): ExtensionPort
  readonly lastError?: { readonly message?: string | undefined } | null | undefined
}

/** An extension that accepts connections of other extensions, from the deployment file or added by the user. */
export interface KnownExtension {
  readonly id: string
  readonly name: string
}

export type ExtensionConnector = ReturnType<typeof createExtensionConnector>

export function createExtensionConnector(
  known: () => readonly KnownExtension[],
  requests: WalletRequests,
  ports: StreamPorts & { readonly runtime: ExtensionRuntime },
) {
  const { runtime } = ports
  const wallet = createStreamConnector({ ...kind, connect: connectExtension(runtime) }, requests, ports)

  /** Never Ferry itself, whatever id the user typed. */
  const others = () => known().filter(({ id }) => id !== runtime.id)

  function refOf(id: string): WalletRef | null {
    const found = others().find((one) => one.id === id)
    // MetaMask has no name for a requesting extension: it shows the bare id.
    return found === undefined
      ? null
      : { connector: 'extension', id, name: found.name, origin: runtime.id, iconUrl: null }
  }

  return {
    ...wallet,
    refOf,
    /**
     * Known wallets that answer in time, and those that answered earlier and may be asleep. All are retried for a while, so
     * that a waking wallet appears in a later search. Prompts no wallet.
     */
    async find(waitMs: number) {
      const all = others()
      const reached = Promise.all(all.map(({ id }) => wallet.reach(id)))
      await Promise.race([reached, ports.wait(waitMs)])
      return all.flatMap(({ id }) => {
        const [found, state] = [refOf(id), wallet.stateOf(id)]
        return found === null || state === null ? [] : [{ wallet: found, state }]
      })
    },
  }
}

function connectExtension(runtime: ExtensionRuntime): OpenLink {
  return (id, ends) => {
    let port: ExtensionPort
    try {
      port = runtime.connect(id)
    } catch {
      // Firefox throws for an unknown id.
      ends.onClosed()
      return { send: () => undefined, close: () => undefined }
    }
    port.onMessage.addListener((frame) => {
      if (isFrame(frame)) ends.onMessage(frame.data)
    })
    port.onDisconnect.addListener(() => {
      // Chromium logs an error that was not read; its content does not matter.
      const { lastError: _unread } = runtime
      ends.onClosed()
    })
    return {
      send: (data) => port.postMessage({ name: frameName, data }),
      close: () => port.disconnect(),
    }
  }
}

const kind: Omit<StreamKind, 'connect'> = {
  connector: 'extension',
  sleeps: true,
  windowCloseMs,
  eventOf(method, params) {
    if (method === 'metamask_accountsChanged') return { name: 'accountsChanged', value: params }
    if (method !== 'metamask_chainChanged') return null
    const { chainId } = (params ?? {}) as { readonly chainId?: unknown }
    return { name: 'chainChanged', value: chainId }
  },
  async follow(stream) {
    return [
      { name: 'chainChanged', value: await stream.request({ method: 'eth_chainId', params: [] }) },
      { name: 'accountsChanged', value: await stream.request({ method: 'eth_accounts', params: [] }) },
    ]
  },
}

function isFrame(frame: unknown): frame is { readonly data: unknown } {
  return isObject(frame) && frame.name === frameName && 'data' in frame
}
