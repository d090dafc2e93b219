import type { WalletListeners, WalletRef } from '../port.ts'
import {
  createStreamConnector,
  type StreamConnector,
  type StreamKind,
  type StreamPorts,
} from './stream-connector.ts'
import type { Dial } from './stream-pool.ts'

/** The stream MetaMask listens to; others such as `publicConfig` share the port. */
const frameName = 'metamask-provider'
/** MetaMask shows nothing for one in ten questions that come while its last window closes. */
const quietMs = 1_000

interface ExtensionPort {
  readonly onMessage: { addListener(listener: (frame: unknown) => void): void }
  readonly onDisconnect: { addListener(listener: () => void): void }
  postMessage(frame: unknown): void
  disconnect(): void
}

/** The bits of `browser.runtime` that reach another extension. */
export interface ExtensionRuntime {
  readonly id: string
  connect(extensionId: string): ExtensionPort
  readonly lastError?: { readonly message?: string | undefined } | null | undefined
}

/** An extension that accepts connections of other extensions, named by the deployment file or added by the user. */
export interface KnownExtension {
  readonly id: string
  readonly name: string
}

/** Wallets in other extensions, spoken to from the background over a port. */
export interface ExtensionConnector extends StreamConnector {
  refOf(id: string): WalletRef | null
  /**
   * The known ones that answer in time, and those that answered some time before and may be asleep. All are dialled on for
   * a while, so that one that wakes is there the next time. Prompts nobody.
   */
  find(waitMs: number): Promise<readonly { readonly wallet: WalletRef; readonly state: 'there' | 'waking' }[]>
}

/** Reaches MetaMask, and whoever speaks as it does, from extension to extension. */
export function createExtensionConnector(
  known: () => readonly KnownExtension[],
  listeners: WalletListeners,
  ports: StreamPorts & { readonly runtime: ExtensionRuntime },
): ExtensionConnector {
  const { runtime } = ports
  const wallet = createStreamConnector({ ...kind, dial: dialExtension(runtime) }, listeners, ports)

  /** Not ourselves, whatever was typed. */
  const others = () => known().filter(({ id }) => id !== runtime.id)

  function refOf(id: string): WalletRef | null {
    const found = others().find((one) => one.id === id)
    // MetaMask has no name for an extension that asks: it shows the bare id.
    return found === undefined
      ? null
      : { connector: 'extension', id, name: found.name, origin: runtime.id, iconUrl: null }
  }

  return {
    ...wallet,
    refOf,
    async find(waitMs) {
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

function dialExtension(runtime: ExtensionRuntime): Dial {
  return (id, ends) => {
    let port: ExtensionPort
    try {
      port = runtime.connect(id)
    } catch {
      // Firefox throws for an id it does not know.
      ends.onClosed()
      return { send: () => undefined, close: () => undefined }
    }
    port.onMessage.addListener((frame) => {
      if (isFrame(frame)) ends.onMessage(frame.data)
    })
    port.onDisconnect.addListener(() => {
      // Chromium complains in the log of an error that nobody reads; which one it is makes no difference.
      const { lastError: _unread } = runtime
      ends.onClosed()
    })
    return {
      send: (data) => port.postMessage({ name: frameName, data }),
      close: () => port.disconnect(),
    }
  }
}

const kind: Omit<StreamKind, 'dial'> = {
  connector: 'extension',
  sleeps: true,
  quietMs,
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
  return (
    typeof frame === 'object' &&
    frame !== null &&
    'name' in frame &&
    frame.name === frameName &&
    'data' in frame
  )
}
