import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import type { ChainReader } from '../../lib/chain/chain-reader.ts'
import { inboxRequest, signedRequest, startSwap } from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { cancelOrder } from '../harness/exits.ts'
import { withChangedAnswer } from '../harness/proof-reads.ts'
import { payFor, reportEnd } from './answer-lie.ts'
import { claimWord } from './judge-claims.ts'
import { requestWord } from './judge-wallet.ts'
import { kinds } from './kinds.ts'
import type { OtherLie, Scene, SwapLie } from './lie.ts'

const year = (365 * dayMs) / secondMs

/** Lies of one endpoint at the review only. Each receives the truth. */
const reviewLies: readonly (readonly [string, (truth: ChainReader) => Partial<ChainReader>])[] = [
  [
    'the newest block is the first one',
    () => ({ head: async (chainId) => ({ chainId, blockNumber: '1', blockSeconds: 1 }) }),
  ],
  [
    'the newest block is of last year',
    ({ head }) => ({
      head: async (chainId) => {
        const seen = await head(chainId)
        return { ...seen, blockNumber: '1', blockSeconds: seen.blockSeconds - year }
      },
    }),
  ],
  [
    'the newest block is far ahead',
    ({ head }) => ({
      head: async (chainId) => ({ ...(await head(chainId)), blockNumber: `${10n ** 15n}` }),
    }),
  ],
  ['the chain is a year ahead', (truth) => ({ latestBlockSeconds: shiftedBy(truth, year) })],
  ['the chain is a year behind', (truth) => ({ latestBlockSeconds: shiftedBy(truth, -year) })],
  ['all is allowed', () => ({ allowance: async () => 2n ** 256n - 1n })],
  ['nothing is allowed', () => ({ allowance: async () => 0n })],
  ['everything is held', () => ({ balance: async () => 2n ** 255n })],
  ['the nonce is unused', () => ({ nonceUsed: async () => false })],
  ['the account has no code', () => ({ codeAt: async () => '0x' as const })],
  ['every account has code', () => ({ codeAt: async () => '0x60' as const })],
  ['the token has 2 decimals', () => ({ decimals: async () => 2 })],
  ['gas is for nothing', () => ({ gasPrice: async () => ({ perGasUnits: 0n, dataFeeUnits: 0n }) })],
  ['nothing would move', () => ({ measure: async () => ({ effects: [], wanted: 1 }) })],
  ['every call goes through', () => ({ simulate: async () => null })],
  ['the account has sent nothing', () => ({ accountNonce: async () => 0 })],
]

const shiftedBy =
  ({ latestBlockSeconds }: ChainReader, seconds: number): ChainReader['latestBlockSeconds'] =>
  async (chainId) =>
    (await latestBlockSeconds(chainId)).map((one) => one + seconds)

const swaps = [
  ['a signature', kinds.signed],
  ['coins', kinds.native],
  ['a manual swap', kinds.manual],
  ['a deposit', kinds.deposit],
] as const

/**
 * One endpoint lies while the review is made, and never again. The service then reports a payment from long
 * before the order as its end.
 */
function onceAtReview(
  [name, lies]: (typeof reviewLies)[number],
  [kind, swap]: (typeof swaps)[number],
  code: 4 | 7,
): SwapLie {
  let truth: Partial<ChainReader> = {}
  return {
    ...swap,
    name: `endpoint: once at the review of ${kind}, ${name}, and the service reports an old payment as ${code}`,
    liar: 'endpoint',
    waitMs: 1_500_000,
    makeLie(scene) {
      scene.markLieMade()
      const { clock, solver, chain } = scene.world
      const honest = { ...chain.reader }
      truth = honest
      const old = payFor(scene, code)
      clock.skip(30 * dayMs)
      solver.fate = []
      Object.assign(chain.reader, lies(honest))
      reportEnd(scene, code, old)
    },
    later: ({ world }) => void Object.assign(world.chain.reader, truth),
  }
}

type Cancelling = (scene: Pick<Scene, 'world'>) => Partial<ChainReader>

/** One endpoint lies about a pending cancellation, which is mined later. */
function ofCancellation(name: string, lies: Cancelling): OtherLie {
  return {
    name: `endpoint: one says that a cancellation ${name}`,
    liar: 'endpoint',
    async observe() {
      const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [] })
      await world.waitForState(id, 'pending')
      const { reader, ledger } = world.chain
      const truth = { ...reader }
      world.chain.fates.push('stick')
      Object.assign(reader, lies({ world }))
      await cancelOrder(world, id)
      await world.advanceTime(minuteMs)
      const during = await world.readOrder(id)
      Object.assign(reader, truth)
      const { hash = '0x' } = during.transactions.find(({ purpose }) => purpose === 'cancel') ?? {}
      ledger.invalidate(harbour.chainId, user, BigInt(during.terms.permitNonce ?? '0'), hash)
      await world.advanceTime(minuteMs)
      const order = await world.readOrder(id)
      return {
        walletRequests: world.wallet.prompts.map(requestWord),
        reportedCodes: during.problem === null ? [] : [during.problem.code],
        claimed: claimWord(order),
        believed: [
          ...(during.fundsSettled ? ['a living signature is called dead'] : []),
          ...(during.cancelling?.isTooLate === true ? ['it is called too late'] : []),
          ...(order.state === 'cancelled_unused' ? [] : ['the cancellation is hidden']),
        ],
      }
    },
  }
}

const minedAs =
  (fields: object): Cancelling =>
  ({ world }) => {
    const { transaction } = world.chain.reader
    return {
      transaction: async (chainId, hash) => {
        const view = await transaction(chainId, hash)
        const mined = {
          kind: 'mined',
          succeeded: true,
          confirmations: 1,
          blockSeconds: 1_800_000_000,
        } as const
        return view.kind === 'waiting' ? { ...view, ...mined, ...fields } : view
      },
    }
  }

const endsAs =
  (end: 'taken' | 'cancelled' | 'unclear'): Cancelling =>
  ({ world }) => {
    const { nonceEnd } = world.chain.reader
    return {
      nonceEnd: (...requested) =>
        withChangedAnswer(nonceEnd(...requested), (seen) => ({ ...seen, end, confirmations: 100 }), 1),
    }
  }

const cancellations: readonly OtherLie[] = [
  ofCancellation('failed', minedAs({ succeeded: false })),
  ofCancellation('did nothing', minedAs({})),
  ofCancellation('is another call', minedAs({ data: '0x' })),
  ofCancellation('goes to another contract', minedAs({ to: user })),
  ofCancellation('came too late', endsAs('taken')),
  ofCancellation('is done', endsAs('cancelled')),
  ofCancellation('cannot be told', endsAs('unclear')),
  ofCancellation('is known to nobody', () => ({ transaction: async () => ({ kind: 'unknown' }) })),
  ofCancellation('was replaced', ({ world }) => ({
    transaction: async () => ({ kind: 'unknown' }),
    accountNonce: async () => 1_000,
    transactionOfNonce: async () =>
      world.chain.payAsSolver(island.chainId, inboxRequest.outputToken, user, 1n),
  })),
]

export const onceLies: readonly (SwapLie | OtherLie)[] = [
  ...reviewLies.flatMap((lie) =>
    swaps.flatMap((kind) => ([4, 7] as const).map((code) => onceAtReview(lie, kind, code))),
  ),
  ...cancellations,
]
