import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { depositRequest, nativeRequest } from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import { statusLie } from './answer-lie.ts'
import { attacker } from './forge.ts'
import { claimHarms, claimWord } from './judge-claims.ts'
import { kindNames, kinds } from './kinds.ts'
import type { Lie, OtherLie, Scene, SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'
import { wireService } from './wire-service.ts'

const made = `0x${'77'.repeat(32)}`
const farId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

/** False refunds of each kind of swap, with the input taken or not taken. */
const refunds: readonly SwapLie[] = kindNames.flatMap((kind) =>
  ([[1, 2], []] as const).flatMap((fate) => {
    const { inputToken, outputToken } = kinds[kind].request
    const more = { ...kinds[kind], fate }
    const on = `${kind}, ${fate.length === 0 ? 'never taken' : 'taken'}, refunded`
    let hash = made
    const refunded = (refund: (() => object) | null) => (record: Wire) => {
      writePath(record, 'exchangeStatusCode', 7)
      writePath(record, 'refund', refund?.() ?? null)
    }
    const paid = (...payment: Parameters<Scene['pay']>) => ({
      ...more,
      later({ pay }: Scene) {
        hash = pay(...payment)
      },
    })
    const there = refunded(() => ({ chainId: island.chainId, txHash: hash }))
    const farOn = (chainId: number) => refunded(() => ({ chainId, txHash: farId }))
    const paidThere = (receiver: string, units: bigint) => paid(island.chainId, outputToken, receiver, units)
    const unnamed = refunded(null)
    const much = 10n ** 20n
    return [
      statusLie(`${on} on the destination by somebody else's payment`, there, paidThere(user, much)),
      statusLie(`${on} on the destination by dust`, there, paidThere(user, 1n)),
      statusLie(`${on} on the destination to somebody else`, there, paidThere(attacker, much)),
      statusLie(`${on} on the destination with an id of another chain`, farOn(island.chainId), more),
      statusLie(`${on} on the destination, which is a third chain`, farOn(89999), more),
      // Another account's payment could pass for a refund without a transaction.
      statusLie(
        `${on} by no transaction, somebody else pays there`,
        unnamed,
        paid(harbour.chainId, inputToken, user, much),
      ),
      statusLie(
        `${on} by no transaction, somebody else pays on the destination`,
        unnamed,
        paidThere(user, much),
      ),
    ]
  }),
)

/**
 * A deposit from an exchange. The service takes the input unseen and refunds only dust, which it sent to its
 * own address.
 */
function dusted(request: QuoteRequest, dust: string, isNamed: boolean): OtherLie {
  const inputUnits = BigInt(request.inputAmount)
  return {
    name: `deposit of ${request.inputToken}, refunded as dust of ${dust}${isNamed ? ' that is named as it' : ''}`,
    liar: 'service',
    async observe() {
      const world = await createWorld()
      world.solver.fate = []
      const service = wireService(world, { ...request, receiverAddress: user })
      const nobody = { ...request, userAddress: null, receiverAddress: user }
      const id = await world.startOrder(nobody, null, { routeKey: 'deposit', pay: 'elsewhere' })
      const { terms } = await world.readOrder(id)
      const { address = '' } = terms.deposit ?? {}
      const [issued] = world.service.issued.values()
      if (issued === undefined) throw new Error('nothing issued')
      const { chain } = world
      const source = chain.payAsSolver(harbour.chainId, dust, address, 5n)
      if (isNamed) chain.ledger.give(harbour.chainId, dust, address, -5n)
      else await world.advanceTime(30 * secondMs)
      chain.payAsSolver(harbour.chainId, request.inputToken, address, inputUnits)
      chain.ledger.give(harbour.chainId, request.inputToken, address, -inputUnits)
      world.service.accept({ ...issued, request: nobody, requestHash: terms.requestHash ?? '0x' }, null, null)
      const hash = chain.payAsSolver(harbour.chainId, dust, user, 5n)
      service.changeResult('status', (record: Wire | null) => {
        if (record === null) return
        writePath(record, 'exchangeStatusCode', 7)
        writePath(record, 'refund', { chainId: harbour.chainId, txHash: hash })
        if (!isNamed) return
        writePath(record, 'originData.txHash', source)
        writePath(record, 'originData.input', [{ token: { address: dust }, amount: '5' }])
      })
      await world.advanceTime(900 * secondMs)
      const order = await world.readOrder(id)
      const truth = { gotUnits: 0n, lostUnits: inputUnits, isLive: false }
      const believed = service.hasLied ? claimHarms(order, truth) : ['the lie was never told']
      return { walletRequests: [], reportedCodes: [], claimed: claimWord(order), believed }
    },
  }
}

export const refundLies: readonly Lie[] = [
  ...refunds,
  dusted(depositRequest, depositRequest.inputToken, false),
  dusted(depositRequest, depositRequest.inputToken, true),
  dusted(depositRequest, tokenOf(harbour, 'DAI').address, true),
  dusted({ ...depositRequest, ...nativeRequest }, nativeRequest.inputToken, false),
]
