import { createPageConnector, type PageConnector } from '../../../../lib/wallet/connectors/page-connector.ts'
import type { PagePorts } from '../../../../lib/wallet/connectors/page-tab.ts'
import type { WalletEvent, WalletRef, WalletRequest } from '../../../../lib/wallet/port.ts'
import { ManualWait, settled } from '../../rpc/manual-wait.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { FakeExtension } from './fake-extension.ts'
import { RequestWorld } from './request-world.ts'

export const page = 'https://wallet.example/wallet'
export const account = `0x${'ab'.repeat(20)}`

/** The wallet of this id in the wallet page. */
export const walletOf = (id = 'org.fake'): WalletRef => ({
  connector: 'page',
  id,
  name: 'Fake',
  origin: 'https://wallet.example',
  iconUrl: null,
})

/** A wallet in the wallet page, and a background that can stop and restart. */
export class PageWorld extends RequestWorld {
  readonly time = new ManualWait()
  readonly wallet = new FakeWallet()
  readonly extension: FakeExtension
  readonly events: WalletEvent[] = []
  /** Null in a deployment without one. */
  walletPage: string | null = page
  way: PageConnector

  constructor(enter?: FakeExtension['enter']) {
    super()
    this.wallet.accounts = [account]
    this.extension = new FakeExtension(this.time, enter ?? ((window) => this.wallet.enter(window)))
    this.way = this.live()
  }

  /** `enter` fills each document of the wallet page; by default one wallet announces itself. */
  static async open(enter?: FakeExtension['enter']): Promise<PageWorld> {
    const world = new PageWorld(enter)
    await settled()
    return world
  }

  /** Starts a background, and ends the earlier one. */
  live(changes: Partial<PagePorts> = {}): PageConnector {
    this.extension.die()
    const ports: PagePorts = {
      ...this.extension.ports(),
      isNeeded: this.checkNeeded,
      onEvent: (event) => this.events.push(event),
      ...changes,
    }
    const { ledger, requests } = this.start(ports.storage, this.time)
    this.way = createPageConnector(this.walletPage, ledger, requests, ports)
    this.extension.background = this.way
    return this.way
  }

  /** Sends a request, and lets this much time pass. */
  async send(request: WalletRequest, ms = 1_000): Promise<void> {
    const requested = this.way.request(request)
    await this.time.pass(ms)
    await requested
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
