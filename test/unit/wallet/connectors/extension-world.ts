import {
  createExtensionConnector,
  type ExtensionConnector,
} from '../../../../lib/wallet/connectors/extension-connector.ts'
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

  live(): ExtensionConnector {
    const { browser: runtime } = this
    this.way = createExtensionConnector(() => known, this.begin(), { ...this.ports(), runtime })
    return this.way
  }
}
