import type { WalletManner } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import type { At } from './cell-person.ts'

/** How Ferry reaches the wallet: over a stream from extension to extension, or through a page. */
export type Way = 'extension' | 'page'
export const ways: readonly Way[] = ['extension', 'page']

/** The wallet request at which the wallet shows its behaviour. */
export type Step = 'connect' | 'approve' | 'sign' | 'send'
export const steps: readonly Step[] = ['connect', 'approve', 'sign', 'send']

/**
 * The end of a cell: connected; swapped and proven on chain; stopped, or stopping, with all money in place.
 */
type End = 'connected' | 'swapped' | 'stopped' | 'stopping'

/** One behaviour at one step over one connector: what it causes, and what must hold. */
export interface Cell {
  readonly manner: WalletManner
  readonly step: Step
  readonly way: Way
  readonly says: string
  /** The first words of each prompt, in order. No other prompt may appear. */
  readonly asks: readonly string[]
  readonly ends: End
  /** The number of transactions of the account that the cell mines. */
  readonly mined: number
  /** Runs the special part of the cell. Prompts that it leaves open are approved afterwards. */
  readonly work: (at: At) => Promise<void>
}

/** The prompts from this step on, if nothing interferes. */
export const usualAsks = {
  connect: ['Connect'],
  approve: ['Approve', 'Sign'],
  sign: ['Sign'],
  send: ['Send'],
} as const satisfies { readonly [step in Step]: readonly [string, ...string[]] }

/** The number of mined transactions of the account from this step to the swap's end. */
export const usualMined: { readonly [step in Step]: number } = { connect: 0, approve: 1, sign: 0, send: 1 }

/** Makes a cell for each step and connector. It has the usual values except for those that `own` returns. */
export function cells<At extends Step>(
  manner: WalletManner,
  where: { readonly steps: readonly At[]; readonly ways?: readonly Way[] },
  says: string,
  own: (step: At, way: Way) => Partial<Pick<Cell, 'asks' | 'ends' | 'mined'>> & Pick<Cell, 'work'>,
): readonly Cell[] {
  return (where.ways ?? ways).flatMap((way) =>
    where.steps.map((step) => ({
      manner,
      step,
      way,
      says,
      asks: usualAsks[step],
      ends: step === 'connect' ? ('connected' as const) : ('swapped' as const),
      mined: usualMined[step],
      ...own(step, way),
    })),
  )
}

/** Returns the cell's name on the command line and in reports. */
export function nameOf({ manner, step, way }: Pick<Cell, 'manner' | 'step' | 'way'>): string {
  return `${way} ${manner} ${step}`
}
