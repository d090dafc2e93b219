import type { LoopbackSocket } from '../../../../lib/wallet/connectors/loopback-connector.ts'
import type { FakeWallet } from '../../sites/fake-wallet.ts'

type Heard = { open: (() => void)[]; close: (() => void)[]; message: ((event: { data: unknown }) => void)[] }

/** A program on this computer with JSON-RPC on each socket; sockets belong to the platform, not to the extension API. */
export class FakeProgram {
  readonly opened: string[] = []
  /** How many sockets are open. */
  connected = 0
  readonly requests: string[] = []
  version: unknown = 'Frame/v0.6.9'
  isRunning = true
  #wallet: FakeWallet
  readonly #sockets: { received: Heard; end(): void }[] = []

  constructor(wallet: FakeWallet) {
    this.#wallet = wallet
  }

  stop(): void {
    this.isRunning = false
    for (const { end } of this.#sockets.splice(0)) end()
  }

  /** Sends a subscription event to every socket. */
  notify(result: unknown): void {
    this.say({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0x1', result } })
  }

  say(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    for (const { received } of this.#sockets) for (const listener of received.message) listener({ data })
  }

  readonly open = (url: string): LoopbackSocket => {
    this.opened.push(url)
    const received: Heard = { open: [], close: [], message: [] }
    let isOpen = true
    this.connected += 1
    const end = (): void => {
      if (!isOpen) return
      isOpen = false
      this.connected -= 1
      for (const listener of received.close) listener()
    }
    queueMicrotask(() => {
      if (!this.isRunning) return end()
      this.#sockets.push({ received, end })
      for (const listener of received.open) listener()
    })
    return {
      addEventListener: (type: keyof Heard, listener: (event: { data: unknown }) => void) =>
        void (received[type] as ((event: { data: unknown }) => void)[]).push(listener),
      send: (text) => void this.#answer(JSON.parse(text)),
      close: end,
    }
  }

  async #answer(requests: { id: number; method: string; params: readonly unknown[] }): Promise<void> {
    this.requests.push(requests.method)
    const say = (part: object): void => this.say({ jsonrpc: '2.0', id: requests.id, ...part })
    if (requests.method === 'web3_clientVersion') return say({ result: this.version })
    if (requests.method === 'eth_subscribe') return say({ result: '0x1' })
    try {
      say({ result: (await this.#wallet.request(requests)) ?? null })
    } catch (error) {
      say({ error })
    }
  }
}
