import { depositRequest, inboxRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import type { OtherLie, SwapLie } from './lie.ts'
import { observeSwap } from './person.ts'
import { writePath } from './wire.ts'

const kinds = [
  ['a signature', { request: signedRequest }],
  ['coins', { request: nativeRequest }],
  ['a token to the inbox', { request: inboxRequest }],
  ['a deposit', { request: depositRequest, choice: { routeKey: 'deposit' } }],
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
  [what, swap]: (typeof kinds)[number],
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
    later({ pay, request, service }) {
      const paid =
        code === 4
          ? pay(request.destinationChainId, request.outputToken, user, 10n ** 12n)
          : pay(request.originChainId, request.inputToken, user, BigInt(request.inputAmount))
      service.changeResult('status', (record) => {
        writePath(record, 'exchangeStatusCode', code)
        writePath(record, code === 7 ? 'refund.txHash' : 'destinationData.txHash', paid)
      })
    },
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
    kinds.flatMap((kind) =>
      ([4, 7] as const)
        // No contract names the refund of a deposit, so no list decides about it.
        .filter((code) => code === 4 || kind[1].request !== depositRequest)
        .map((code) => emptied(list, chain, kind, code)),
    ),
  ),
)
