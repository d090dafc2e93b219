import { harbour, island } from '../harness/chains.ts'
import { payFor, reportEnd } from './answer-lie.ts'
import { kinds } from './kinds.ts'
import type { OtherLie, SwapLie } from './lie.ts'
import { observeSwap } from './person.ts'

const swaps = [
  ['a signature', kinds.signed],
  ['coins', kinds.native],
  ['a token to the inbox', kinds.inbox],
  ['a deposit', kinds.deposit],
] as const

const lists = ['gateways', 'inboxes', 'manualTargets', 'evidenceContracts'] as const
const chains = [
  ['the origin', harbour],
  ['the destination', island],
] as const

/**
 * The file lists no contract of a kind on a chain, and the service reports another account's payment as the
 * end.
 */
function emptied(
  list: (typeof lists)[number],
  [where, chain]: (typeof chains)[number],
  [what, swap]: (typeof swaps)[number],
  code: 4 | 7,
): OtherLie {
  const name = `deployment: no ${list} on ${where}, and the service reports ${what} as ${code}`
  const lie: SwapLie = {
    ...swap,
    name,
    liar: 'deployment',
    waitMs: 600_000,
    makeLie: ({ world, markLieMade }) => {
      markLieMade()
      world.solver.fate = []
    },
    later: (scene) => reportEnd(scene, code, payFor(scene, code)),
  }
  return {
    name,
    liar: 'deployment',
    async observe() {
      const listed = chain[list]
      Object.assign(chain, { [list]: [] })
      try {
        return await observeSwap(lie)
      } finally {
        Object.assign(chain, { [list]: listed })
      }
    },
  }
}

/** An empty list means that no contract is trusted, never that any is. */
export const emptyListLies: readonly OtherLie[] = lists.flatMap((list) =>
  chains.flatMap((chain) =>
    swaps.flatMap((kind) =>
      ([4, 7] as const)
        // No contract names the refund of a deposit, so no list decides about it.
        .filter((code) => code === 4 || kind[1] !== kinds.deposit)
        .map((code) => emptied(list, chain, kind, code)),
    ),
  ),
)
