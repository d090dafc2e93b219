import type { WalletManner } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import { type Step, steps, type Way, ways } from './cell.ts'

/** A cell without meaning, and the reason. */
export interface VoidCell {
  readonly manner: WalletManner
  readonly step: Step
  readonly way: Way
  readonly reason: string
}

const wokenByItself = 'a page calls the wallet’s own provider, which wakes its worker without Ferry knowing'
const noChain = 'a connection names no chain'

const everyStep = (manner: WalletManner, way: Way, reason: string): readonly VoidCell[] =>
  steps.map((step) => ({ manner, step, way, reason }))

export const voidCells: readonly VoidCell[] = [
  ...everyStep('asleep', 'page', wokenByItself),
  ...everyStep('deaf', 'page', wokenByItself),
  ...ways.flatMap((way) => [
    { manner: 'asks-chains', step: 'connect', way, reason: noChain } as const,
    { manner: 'lacks-chains', step: 'connect', way, reason: noChain } as const,
  ]),
]
