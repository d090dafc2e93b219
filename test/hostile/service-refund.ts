import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import { attacker } from './forge.ts'
import { claimHarms, claimWord } from './judge-claims.ts'
import type { Lie, OtherLie, Scene, SwapLie } from './lie.ts'
import { statusLie } from './service-status.ts'
import { type Wire, writePath } from './wire.ts'
import { wireService } from './wire-service.ts'

const made = `0x${'77'.repeat(32)}`
const farId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const ways: readonly (readonly [string, QuoteRequest, Pick<SwapLie, 'choice'>])[] = [
  ['signed', signedRequest, {}],
  ['native', nativeRequest, {}],
  ['inbox', inboxRequest, {}],
  ['manual', manualRequest, { choice: acrossRoute }],
  ['deposit', depositRequest, { choice: { routeKey: 'deposit' } }],
]

/** False refunds on the destination, with the input taken or not taken. */
const refundsThere: readonly SwapLie[] = ways.flatMap(([word, request, more]) =>
  ([[1, 2], []] as const).flatMap((fate) => {
    const taken = fate.length === 0 ? 'never taken' : 'taken'
    let hash = made
    const say =
      (chainId: number, id = () => hash) =>
      (record: Wire) => {
        writePath(record, 'exchangeStatusCode', 7)
        writePath(record, 'refund', { chainId, txHash: id() })
      }
    const paid = (receiver: string, units: bigint) => ({
      ...{ ...more, request, fate },
      later({ pay }: Scene) {
        hash = pay(island.chainId, request.outputToken, receiver, units)
      },
    })
    const on = `${word}, ${taken}, refunded on the destination`
    return [
      statusLie(`${on} by somebody else's payment`, say(island.chainId), paid(user, 10n ** 20n)),
      statusLie(`${on} by dust`, say(island.chainId), paid(user, 1n)),
      statusLie(`${on} to somebody else`, say(island.chainId), paid(attacker, 10n ** 20n)),
      statusLie(
        `${on} with an id of another chain`,
        say(island.chainId, () => farId),
        { ...more, request, fate },
      ),
      statusLie(
        `${on}, which is a third chain`,
        say(89999, () => farId),
        { ...more, request, fate },
      ),
    ]
  }),
)

/** Refunds without a transaction, where another account's payment could pass for one. */
const refundsUnnamed: readonly SwapLie[] = ways.flatMap(([word, request, more]) =>
  ([[1, 2], []] as const).flatMap((fate) => {
    const on = `${word}, ${fate.length === 0 ? 'never taken' : 'taken'}, refunded by no transaction`
    const say = (record: Wire) => {
      writePath(record, 'exchangeStatusCode', 7)
      writePath(record, 'refund', null)
    }
    const paid = (chainId: number, token: string) => ({
      ...{ ...more, request, fate },
      later: ({ pay }: Scene) => void pay(chainId, token, user, 10n ** 20n),
    })
    return [
      statusLie(`${on}, somebody else pays there`, say, paid(harbour.chainId, request.inputToken)),
      statusLie(
        `${on}, somebody else pays on the destination`,
        say,
        paid(island.chainId, request.outputToken),
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
  ...refundsThere,
  ...refundsUnnamed,
  dusted(depositRequest, depositRequest.inputToken, false),
  dusted(depositRequest, depositRequest.inputToken, true),
  dusted(depositRequest, tokenOf(harbour, 'DAI').address, true),
  dusted({ ...depositRequest, ...nativeRequest }, nativeRequest.inputToken, false),
]
