import { createCatalogue } from '../../lib/tokens/catalogue.ts'
import type { Lists } from '../../lib/tokens/stored-lists.ts'
import { signedRequest } from '../harness/actions.ts'
import { deployment, island } from '../harness/chains.ts'
import { noPause } from '../harness/no-pause.ts'
import { serviceWith } from '../unit/service/fake-service.ts'
import type { Scene, SwapLie } from './lie.ts'

const ton = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'

/** The list of chains reports an address format for a pinned chain that Ferry cannot check. */
async function reportForeignFormat(scene: Scene): Promise<void> {
  const currency = { address: ton, name: 'Coin', symbol: 'COIN', decimals: 9 }
  const record = { chainId: island.chainId, name: 'Island', isAutoEnabled: false, currency }
  const { client } = serviceWith([record])
  const catalogue = createCatalogue({
    clock: scene.world.clock.machine,
    lists: noLists,
    deployment,
    readChains: () => client.chains(),
    readTokens: (chainIds) => client.tokens({ chainIds }),
    waitBetweenReads: async () => undefined,
    pause: noPause,
    timers: scene.world.clock,
    onRenewed: () => undefined,
    onFailed: (thrown) => {
      throw thrown
    },
  })
  scene.world.addressFormats = await catalogue.addressFormats()
  scene.markLieMade()
}

const noLists: Lists = {
  read: async () => null,
  keys: async () => [],
  write: async () => undefined,
  remove: async () => undefined,
}

export const addressFormatLies: readonly SwapLie[] = [
  {
    name: 'the chain of the output has addresses of another form, and the receiver is no address there',
    liar: 'service',
    request: { ...signedRequest, receiverAddress: ton },
    mustRefuse: true,
    makeLie: reportForeignFormat,
  },
  {
    name: 'the chain of the output has addresses of another form, and the account receives',
    liar: 'service',
    request: { ...signedRequest, receiverAddress: null },
    makeLie: reportForeignFormat,
  },
]
