import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  across,
  begin,
  depositAsk,
  inboxAsk,
  manualAsk,
  nativeAsk,
  orderAt,
  pass,
  signedAsk,
} from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import { attacker } from './forge.ts'
import { claimHarms, claimWord } from './judge-claims.ts'
import type { Lie, OtherLie, Scene, SwapLie } from './lie.ts'
import { statusLie } from './service-status.ts'
import { put, type Wire } from './wire.ts'
import { wireService } from './wire-service.ts'

const made = `0x${'77'.repeat(32)}`
const farId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const ways: readonly (readonly [string, QuoteRequest, Pick<SwapLie, 'choice'>])[] = [
  ['signed', signedAsk, {}],
  ['native', nativeAsk, {}],
  ['inbox', inboxAsk, {}],
  ['manual', manualAsk, { choice: across }],
  ['deposit', depositAsk, { choice: { routeKey: 'deposit' } }],
]

/** False refunds on the destination, with the input taken or not taken. */
const refundsThere: readonly SwapLie[] = ways.flatMap(([word, ask, more]) =>
  ([[1, 2], []] as const).flatMap((fate) => {
    const taken = fate.length === 0 ? 'never taken' : 'taken'
    let hash = made
    const say =
      (chainId: number, id = () => hash) =>
      (record: Wire) => {
        put(record, 'exchangeStatusCode', 7)
        put(record, 'refund', { chainId, txHash: id() })
      }
    const paid = (receiver: string, units: bigint) => ({
      ...{ ...more, ask, fate },
      later({ pay }: Scene) {
        hash = pay(island.chainId, ask.outputToken, receiver, units)
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
        { ...more, ask, fate },
      ),
      statusLie(
        `${on}, which is a third chain`,
        say(89999, () => farId),
        { ...more, ask, fate },
      ),
    ]
  }),
)

/** Refunds without a transaction, where another account's payment could pass for one. */
const refundsUnnamed: readonly SwapLie[] = ways.flatMap(([word, ask, more]) =>
  ([[1, 2], []] as const).flatMap((fate) => {
    const on = `${word}, ${fate.length === 0 ? 'never taken' : 'taken'}, refunded by no transaction`
    const say = (record: Wire) => {
      put(record, 'exchangeStatusCode', 7)
      put(record, 'refund', null)
    }
    const paid = (chainId: number, token: string) => ({
      ...{ ...more, ask, fate },
      later: ({ pay }: Scene) => void pay(chainId, token, user, 10n ** 20n),
    })
    return [
      statusLie(`${on}, somebody else pays there`, say, paid(harbour.chainId, ask.inputToken)),
      statusLie(`${on}, somebody else pays on the destination`, say, paid(island.chainId, ask.outputToken)),
    ]
  }),
)

/**
 * A deposit from an exchange. The service takes the input unseen and refunds only dust, which it sent to its
 * own address.
 */
function dusted(ask: QuoteRequest, dust: string, isNamed: boolean): OtherLie {
  const inputUnits = BigInt(ask.inputAmount)
  return {
    name: `deposit of ${ask.inputToken}, refunded as dust of ${dust}${isNamed ? ' that is named as it' : ''}`,
    liar: 'service',
    async observe() {
      const world = await createWorld('memory')
      world.solver.fate = []
      const service = wireService(world, { ...ask, receiverAddress: user })
      const nobody = { ...ask, userAddress: null, receiverAddress: user }
      const id = await begin(world, nobody, null, { routeKey: 'deposit', pay: 'elsewhere' })
      const { terms } = await orderAt(world, id)
      const { address = '' } = terms.deposit ?? {}
      const [issued] = world.service.issued.values()
      if (issued === undefined) throw new Error('nothing issued')
      const { chain } = world
      const source = chain.pay(harbour.chainId, dust, address, 5n)
      if (isNamed) chain.ledger.give(harbour.chainId, dust, address, -5n)
      else await pass(world, 30 * secondMs)
      chain.pay(harbour.chainId, ask.inputToken, address, inputUnits)
      chain.ledger.give(harbour.chainId, ask.inputToken, address, -inputUnits)
      world.service.take({ ...issued, ask: nobody, requestHash: terms.requestHash ?? '0x' }, null, null)
      const hash = chain.pay(harbour.chainId, dust, user, 5n)
      service.bend('status', (record: Wire | null) => {
        if (record === null) return
        put(record, 'exchangeStatusCode', 7)
        put(record, 'refund', { chainId: harbour.chainId, txHash: hash })
        if (!isNamed) return
        put(record, 'originData.txHash', source)
        put(record, 'originData.input', [{ token: { address: dust }, amount: '5' }])
      })
      await pass(world, 900 * secondMs)
      const order = await orderAt(world, id)
      const truth = { gotUnits: 0n, lostUnits: inputUnits, isLive: false }
      const believed = service.isTold ? claimHarms(order, truth) : ['the lie was never told']
      return { asked: [], named: [], claimed: claimWord(order), believed }
    },
  }
}

/** Lies of a service about refunds. */
export const refundLies: readonly Lie[] = [
  ...refundsThere,
  ...refundsUnnamed,
  dusted(depositAsk, depositAsk.inputToken, false),
  dusted(depositAsk, depositAsk.inputToken, true),
  dusted(depositAsk, tokenOf(harbour, 'DAI').address, true),
  dusted({ ...depositAsk, ...nativeAsk }, nativeAsk.inputToken, false),
]
