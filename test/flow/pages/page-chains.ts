import type { Chain } from '../../../lib/service/token.ts'
import { deployment } from '../../harness/chains.ts'
import { listedChain } from '../../harness/listed-chain.ts'

/** The chains of the service's list: all pinned chains, a closed one, and Tron. */
export const chains: readonly Chain[] = [
  ...deployment.chains.map(({ chainId, name }) => listedChain(chainId, { name })),
  listedChain(999, { name: 'Closed', sendingEnabled: false, receivingEnabled: false }),
  listedChain(728_126_428, { name: 'Tron' }),
]
