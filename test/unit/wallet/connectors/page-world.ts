import { createPageConnector, type PageConnector } from '../../../../lib/wallet/connectors/page-connector.ts'
import type { PagePorts } from '../../../../lib/wallet/connectors/page-tab.ts'
import type { WalletAnswer, WalletEvent, WalletRequest } from '../../../../lib/wallet/port.ts'
import { ManualWait, settled } from '../../rpc/manual-wait.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { FakeExtension } from './fake-extension.ts'

export const page = 'https://wallet.example/wallet'
export const account = `0x${'ab'.repeat(20)}`

/** A wallet in the wallet page, and a background that can stop and restart. */
export class PageWorld {
  readonly time = new ManualWait()
  readonly wallet = new FakeWallet()
  readonly extension = new FakeExtension(this.time, (window) => this.wallet.enter(window))
  readonly answers: WalletAnswer[] = []
  readonly events: WalletEvent[] = []
  readonly requests: (readonly [string, string | null])[] = []
  readonly fronted: string[] = []
  /** Null in a deployment without one. */
  walletPage: string | null = page
  way: PageConnector

  private constructor() {
    this.wallet.accounts = [account]
    this.way = this.live()
  }

  static async open(): Promise<PageWorld> {
    const world = new PageWorld()
    await settled()
    return world
  }

  /** Starts a background, and ends the earlier one. */
  live(ports: Partial<PagePorts> = {}): PageConnector {
    this.extension.die()
    this.way = createPageConnector(
      this.walletPage,
      {
        onAnswer: (answer) => this.answers.push(answer),
        onEvent: (event) => this.events.push(event),
        onOpenRequest: (requestId, method) => this.requests.push([requestId, method]),
        onFronted: (requestId) => this.fronted.push(requestId),
      },
      { ...this.extension.ports(), ...ports },
    )
    this.extension.background = this.way
    return this.way
  }

  die(): void {
    this.extension.die()
  }

  sends(): number {
    return this.wallet.requests.filter((method) => method === 'eth_sendTransaction').length
  }
}

/** A send request with the given changes. */
export const request = (requestId: string, changes: Partial<WalletRequest> = {}): WalletRequest => ({
  requestId,
  wallet: null,
  method: 'eth_sendTransaction',
  params: [{ to: account }],
  chain: { chainId: 1, add: null },
  account,
  ...changes,
})

export const connect = (requestId: string): WalletRequest =>
  request(requestId, { method: 'eth_requestAccounts', params: [], chain: null, account: null })
