import type { Address } from '../base/hex.ts'
import type { Clock } from '../base/time.ts'
import type { ChainReader } from '../chain/chain-reader.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { Service } from '../service/client.ts'
import type { Holding } from '../service/token.ts'

/** The network, the clock and the deployment file of the background. Tests replace only these. */
export interface BasePorts {
  readonly deployment: Deployment
  readonly clock: Clock
  readonly service: Service
  readonly chain: ChainReader
  /** Rejects with the problem that a submission would have. Called before anything is signed (PR5). */
  probeSubmit(): Promise<void>
  /** The address's holdings according to the service's token list. Null if they could not be read. */
  holdings(chainIds: readonly number[], owner: Address): Promise<readonly Holding[] | null>
  /** Returns a fresh unguessable ID. */
  readonly newId: () => string
}
