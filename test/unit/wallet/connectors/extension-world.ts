import { type ExtensionWallet, overExtension } from '../../../../lib/wallet/connectors/over-extension.ts'
import type { LinePorts } from '../../../../lib/wallet/connectors/over-line.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { FakeExtensions } from './fake-ports.ts'
import { account, LineWorld } from './line-world.ts'

const known = [
  { id: 'metamask', name: 'MetaMask' },
  { id: 'flask', name: 'MetaMask Flask' },
]

/** A wallet that is another extension, and a background that can be born again. */
export class ExtensionWorld extends LineWorld {
  readonly wallet = new FakeWallet()
  browser = new FakeExtensions({ metamask: this.wallet })
  way: ExtensionWallet

  constructor() {
    super()
    this.wallet.accounts = [account]
    this.way = this.live()
  }

  /** A background begins. */
  live(ports: Partial<LinePorts> = {}): ExtensionWallet {
    const { browser: runtime } = this
    this.way = overExtension(() => known, this.listeners, { ...this.ports(), ...ports, runtime })
    return this.way
  }
}
