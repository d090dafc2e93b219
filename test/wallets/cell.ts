import type { WalletManner } from '../sandbox/pages/wallet/wallet-manners.ts'
import type { At } from './at.ts'

/** How Ferry reaches the wallet: over a stream from extension to extension, or through a page. */
export type Way = 'extension' | 'page'
export const ways: readonly Way[] = ['extension', 'page']

/** What the wallet is asked when it shows its manner. */
export type Step = 'connect' | 'approve' | 'sign' | 'send'
export const steps: readonly Step[] = ['connect', 'approve', 'sign', 'send']

/** How a cell ends: connected; swapped, proven on chain; stopped, or being stopped, with all of the money where it was. */
type End = 'connected' | 'swapped' | 'stopped' | 'stopping'

/** One manner at one step over one way: what it brings about, and what must hold all the same. */
export interface Cell {
  readonly manner: WalletManner
  readonly step: Step
  readonly way: Way
  readonly says: string
  /** The first words of every question the person is asked, in order; none may come besides. */
  readonly asks: readonly string[]
  readonly ends: End
  /** How many transactions of the account are mined by it. */
  readonly mined: number
  /** Lives through what is of its own; questions it leaves unanswered are then answered with yes. */
  readonly work: (at: At) => Promise<void>
}

/** What the wallet asks at this step and after it, where nothing is in the way. */
export const usualAsks = {
  connect: ['Connect'],
  approve: ['Approve', 'Sign'],
  sign: ['Sign'],
  send: ['Send'],
} as const satisfies { readonly [step in Step]: readonly [string, ...string[]] }

/** What is mined of the account from this step to the swap's end. */
export const usualMined: { readonly [step in Step]: number } = { connect: 0, approve: 1, sign: 0, send: 1 }

/** A cell in which all goes as usual but for what is said here, for each of its steps over each of its ways. */
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

/** How a cell is called on the command line and in reports. */
export function nameOf({ manner, step, way }: Pick<Cell, 'manner' | 'step' | 'way'>): string {
  return `${way} ${manner} ${step}`
}
