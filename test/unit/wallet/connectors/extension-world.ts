import {
  createExtensionConnector,
  type ExtensionConnector,
} from '../../../../lib/wallet/connectors/extension-connector.ts'
import type { WalletRef, WalletRequest } from '../../../../lib/wallet/port.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { FakeExtensions } from './fake-ports.ts'
import { account, StreamWorld } from './stream-world.ts'

const known = [
  { id: 'metamask', name: 'MetaMask' },
  { id: 'flask', name: 'MetaMask Flask' },
]

/** A wallet in another extension, and a background that can restart. */
export class ExtensionWorld extends StreamWorld {
  readonly wallet = new FakeWallet()
  browser = new FakeExtensions({ metamask: this.wallet })
  way: ExtensionConnector

  constructor() {
    super()
    this.wallet.accounts = [account]
    this.way = this.live()
  }

  ref(id = 'metamask'): WalletRef {
    const found = this.way.refOf(id)
    if (found === null) throw new Error(`${id} is not known`)
    return found
  }

  readonly pass = (ms: number): Promise<void> => this.time.pass(ms)

  /** How often the wallet received a method. */
  readonly requestFor = (method: string): number =>
    this.wallet.requests.filter((each) => each === method).length

  /** Sends a request, and lets this much time pass. */
  async send(request: WalletRequest, ms = 1_000): Promise<void> {
    await this.way.request(request)
    await this.time.pass(ms)
  }

  live(): ExtensionConnector {
    const { browser: runtime } = this
    this.way = createExtensionConnector(() => known, this.begin(), { ...this.ports(), runtime })
    return this.way
  }
}
