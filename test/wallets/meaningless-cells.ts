import type { WalletBehaviour } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import { type Step, steps, type Way, ways } from './cell.ts'

export interface MeaninglessCell {
  readonly behaviour: WalletBehaviour
  readonly step: Step
  readonly way: Way
  readonly reason: string
}

const wokenByItself = 'a page calls the wallet’s own provider, which wakes its worker without Ferry knowing'
const noChain = 'a connection names no chain'

const everyStep = (behaviour: WalletBehaviour, way: Way, reason: string): readonly MeaninglessCell[] =>
  steps.map((step) => ({ behaviour, step, way, reason }))

export const meaninglessCells: readonly MeaninglessCell[] = [
  ...everyStep('asleep', 'page', wokenByItself),
  ...everyStep('deaf', 'page', wokenByItself),
  ...ways.flatMap((way) => [
    { behaviour: 'asks-chains', step: 'connect', way, reason: noChain } as const,
    { behaviour: 'lacks-chains', step: 'connect', way, reason: noChain } as const,
  ]),
]
