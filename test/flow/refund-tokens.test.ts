import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { leastRefund } from '../../lib/chain/evidence.ts'
import { signedAsk } from '../harness/actions.ts'
import { calledOver, proofOf, takenBy } from '../harness/reported-end.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { withTerms } from '../unit/order/order-fixture.ts'

const input = BigInt(signedAsk.inputAmount)
const usdt = tokenOf(harbour, 'USDT')

const proven = (hash: Hex, units = input) => ({
  kind: 'proof',
  proof: 'yes',
  evidence: { kind: 'refund', hash, units: String(units), sources: 2 },
})
const unproven = (doubt?: string) => ({ kind: 'proof', proof: 'no', ...(doubt && { doubt }) })

describe('on the destination', () => {
  const outputToken = tokenOf(island, 'DAI').address
  const ask = { ...signedAsk, outputToken }
  const usdcThere = tokenOf(island, 'USDC').address
  async function refundedThere(token: string, units: bigint, minAmountOut?: string) {
    const over = await takenBy(ask)
    const { terms } = over.order
    const refundTransactionHash = over.world.chain.pay(island.chainId, token, user, units, terms.requestHash)
    const event = await proofOf(over, {
      refundTransactionHash,
      refundChainId: island.chainId,
      terms: withTerms(over.order, { minAmountOut: minAmountOut ?? terms.minAmountOut }).terms,
    })
    return { event, least: leastRefund(BigInt(terms.minAmountOut)), hash: refundTransactionHash }
  }

  test('accepts a refund in the output token near the guaranteed minimum', async () => {
    const { least } = await refundedThere(outputToken, 1n)
    const { event, hash } = await refundedThere(outputToken, least)
    expect(event).toMatchObject(proven(hash, least))
    expect((await refundedThere(outputToken, least - 1n)).event).toMatchObject(unproven('less'))
  })

  test.each([undefined, '0'])(
    'accepts a refund in the input’s token there; minimum: %s',
    async (promised) => {
      const { event, hash } = await refundedThere(usdcThere, leastRefund(input), promised)
      expect(event).toMatchObject({
        ...proven(hash, leastRefund(input)),
        evidence: { token: usdcThere, paidIn: { symbol: 'USDC', decimals: 6 } },
      })
      const short = await refundedThere(usdcThere, leastRefund(input) - 1n, promised)
      expect(short.event).toMatchObject(unproven('less'))
    },
  )

  test('rejects a refund in the output token when the minimum is zero', async () => {
    const { event } = await refundedThere(outputToken, 10n ** 18n, '0')
    expect(event).toMatchObject(unproven('less'))
  })
})

describe('the token of an intermediate swap', () => {
  const onTheWay = { token: usdt, minUnits: '1490000' }
  async function halfway(units: bigint, isTold: boolean) {
    const over = await calledOver(signedAsk)
    const names = isTold ? over.order.terms.requestHash : null
    const hash = over.world.chain.pay(harbour.chainId, usdt.address, user, units, names)
    const reviewed = { ...over.order.reviewed, onTheWay }
    return { over, hash, reviewed, event: await proofOf(over, { reviewed, refundTransactionHash: hash }) }
  }

  test('is accepted as a refund when the gateway names the request', async () => {
    const { hash, event } = await halfway(1_490_000n, true)
    expect(event).toMatchObject({
      proof: 'yes',
      evidence: { hash, token: usdt.address, paidIn: { symbol: 'USDT', decimals: 6 } },
    })
  })

  test('is rejected without the gateway’s event, without a reviewed intermediate swap, or without a token address', async () => {
    const { event } = await halfway(1_490_000n, false)
    expect(event).toEqual({ ...unproven('notShown'), isSignatureUsed: true })
    const { over, hash } = await halfway(1_490_000n, true)
    expect(await proofOf(over, { refundTransactionHash: hash })).toEqual({
      ...unproven('notShown'),
      isSignatureUsed: true,
    })
    const nameless = { ...onTheWay, token: { ...usdt, address: 'USDT' } }
    const reviewed = { ...over.order.reviewed, onTheWay: nameless }
    expect(await proofOf(over, { reviewed, refundTransactionHash: hash })).toEqual({
      ...unproven('notShown'),
      isSignatureUsed: true,
    })
  })

  test('is not read when the input itself came back', async () => {
    const { over, reviewed } = await halfway(1_490_000n, true)
    const refundTransactionHash = over.world.chain.pay(harbour.chainId, signedAsk.inputToken, user, input)
    const { reader } = over.world.chain
    const { payment } = reader
    const asked: string[] = []
    Object.assign(reader, {
      payment: (...call: Parameters<typeof payment>) => {
        asked.push(call[1].token)
        return payment(...call)
      },
    })
    const event = await proofOf(over, { reviewed, refundTransactionHash })
    expect(event).toMatchObject(proven(refundTransactionHash))
    expect(asked).toEqual([signedAsk.inputToken])
  })
})
