import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { minRefund } from '../../lib/chain/evidence.ts'
import { signedRequest } from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { createExtractedEnd, createReportedEnd, verifyEnd } from '../harness/reported-end.ts'
import { withTerms } from '../unit/order/order-fixture.ts'

const input = BigInt(signedRequest.inputAmount)
const usdt = tokenOf(harbour, 'USDT')

const provenEvent = (hash: Hex, units = input) => ({
  kind: 'proof',
  proof: 'verified',
  evidence: { kind: 'refund', hash, units: String(units), sources: 2 },
})
const unprovenEvent = (doubt?: string) => ({ kind: 'proof', proof: 'pending', ...(doubt && { doubt }) })

describe('on the destination', () => {
  const outputToken = tokenOf(island, 'DAI').address
  const request = { ...signedRequest, outputToken }
  const usdcThere = tokenOf(island, 'USDC').address
  async function refundedThere(token: string, units: bigint, minAmountOut?: string) {
    const over = await createExtractedEnd(request)
    const { terms } = over.order
    const refundTransactionHash = over.world.chain.payAsSolver(
      island.chainId,
      token,
      user,
      units,
      terms.requestHash,
    )
    const event = await verifyEnd(over, {
      refundTransactionHash,
      refundChainId: island.chainId,
      terms: withTerms(over.order, { minAmountOut: minAmountOut ?? terms.minAmountOut }).terms,
    })
    return { event, least: minRefund(BigInt(terms.minAmountOut)), hash: refundTransactionHash }
  }

  test('accepts a refund in the output token near the guaranteed minimum', async () => {
    const { least } = await refundedThere(outputToken, 1n)
    const { event, hash } = await refundedThere(outputToken, least)
    expect(event).toMatchObject(provenEvent(hash, least))
    expect((await refundedThere(outputToken, least - 1n)).event).toMatchObject(unprovenEvent('less'))
  })

  test.each([undefined, '0'])(
    'accepts a refund in the input’s token there; minimum: %s',
    async (promised) => {
      const { event, hash } = await refundedThere(usdcThere, minRefund(input), promised)
      expect(event).toMatchObject({
        ...provenEvent(hash, minRefund(input)),
        evidence: { token: usdcThere, paidIn: { symbol: 'USDC', decimals: 6 } },
      })
      const short = await refundedThere(usdcThere, minRefund(input) - 1n, promised)
      expect(short.event).toMatchObject(unprovenEvent('less'))
    },
  )

  test('rejects a refund in the output token when the minimum is zero', async () => {
    const { event } = await refundedThere(outputToken, 10n ** 18n, '0')
    expect(event).toMatchObject(unprovenEvent('less'))
  })
})

describe('the token of an intermediate swap', () => {
  const intermediateSwap = { token: usdt, minUnits: '1490000' }
  async function halfway(units: bigint, isReported: boolean) {
    const over = await createReportedEnd(signedRequest)
    const names = isReported ? over.order.terms.requestHash : null
    const hash = over.world.chain.payAsSolver(harbour.chainId, usdt.address, user, units, names)
    const reviewed = { ...over.order.reviewed, intermediateSwap }
    return { over, hash, reviewed, event: await verifyEnd(over, { reviewed, refundTransactionHash: hash }) }
  }

  test('is accepted as a refund when the gateway names the request', async () => {
    const { hash, event } = await halfway(1_490_000n, true)
    expect(event).toMatchObject({
      proof: 'verified',
      evidence: { hash, token: usdt.address, paidIn: { symbol: 'USDT', decimals: 6 } },
    })
  })

  test('is rejected without the gateway’s event, without a reviewed intermediate swap, or without a token address', async () => {
    const { event } = await halfway(1_490_000n, false)
    expect(event).toEqual({ ...unprovenEvent('notShown'), isSignatureUsed: true })
    const { over, hash } = await halfway(1_490_000n, true)
    expect(await verifyEnd(over, { refundTransactionHash: hash })).toEqual({
      ...unprovenEvent('notShown'),
      isSignatureUsed: true,
    })
    const nameless = { ...intermediateSwap, token: { ...usdt, address: 'USDT' } }
    const reviewed = { ...over.order.reviewed, intermediateSwap: nameless }
    expect(await verifyEnd(over, { reviewed, refundTransactionHash: hash })).toEqual({
      ...unprovenEvent('notShown'),
      isSignatureUsed: true,
    })
  })

  test('is not read when the input itself came back', async () => {
    const { over, reviewed } = await halfway(1_490_000n, true)
    const refundTransactionHash = over.world.chain.payAsSolver(
      harbour.chainId,
      signedRequest.inputToken,
      user,
      input,
    )
    const { reader } = over.world.chain
    const { payment } = reader
    const requests: string[] = []
    Object.assign(reader, {
      payment: (...call: Parameters<typeof payment>) => {
        requests.push(call[1].token)
        return payment(...call)
      },
    })
    const event = await verifyEnd(over, { reviewed, refundTransactionHash })
    expect(event).toMatchObject(provenEvent(refundTransactionHash))
    expect(requests).toEqual([signedRequest.inputToken])
  })
})
