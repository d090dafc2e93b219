import type { WalletBehaviour } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import type { CellPerson } from './cell-person.ts'

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
  readonly behaviour: WalletBehaviour
  readonly step: Step
  readonly way: Way
  readonly title: string
  /** The first words of each prompt, in order. No other prompt may appear. */
  readonly prompts: readonly string[]
  readonly ends: End
  /** The number of transactions of the account that the cell mines. */
  readonly mined: number
  /** Runs the special part of the cell. Prompts that it leaves open are approved afterwards. */
  readonly run: (at: CellPerson) => Promise<void>
}

/** The prompts from this step on, if nothing interferes. */
export const usualPrompts = {
  connect: ['Connect'],
  approve: ['Approve', 'Sign'],
  sign: ['Sign'],
  send: ['Send'],
} as const satisfies { readonly [step in Step]: readonly [string, ...string[]] }

/** The number of mined transactions of the account from this step to the swap's end. */
export const usualMined: { readonly [step in Step]: number } = { connect: 0, approve: 1, sign: 0, send: 1 }

/** Makes a cell for each step and connector. It has the usual values except for those that `own` returns. */
export function cells<At extends Step>(
  behaviour: WalletBehaviour,
  where: { readonly steps: readonly At[]; readonly ways?: readonly Way[] },
  says: string,
  own: (step: At, way: Way) => Partial<Pick<Cell, 'prompts' | 'ends' | 'mined'>> & Pick<Cell, 'run'>,
): readonly Cell[] {
  return (where.ways ?? ways).flatMap((way) =>
    where.steps.map((step) => ({
      behaviour: behaviour,
      step,
      way,
      title: says,
      prompts: usualPrompts[step],
      ends: step === 'connect' ? ('connected' as const) : ('swapped' as const),
      mined: usualMined[step],
      ...own(step, way),
    })),
  )
}

export function cellName({ behaviour, step, way }: Pick<Cell, 'behaviour' | 'step' | 'way'>): string {
  return `${way} ${behaviour} ${step}`
}
