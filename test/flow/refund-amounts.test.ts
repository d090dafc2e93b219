import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import { minRefund } from '../../lib/chain/evidence.ts'
import type { Deployment, DeploymentChain } from '../../lib/deployment/schema.ts'
import { verify } from '../../lib/order/flows/proof.ts'
import { acrossRoute, inboxRequest, manualRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { deployment, harbour, island, tokenOf, user } from '../harness/chains.ts'
import {
  createExtractedEnd,
  createOwnTransaction,
  createReportedEnd,
  type ReportedEnd,
  verifyEnd,
} from '../harness/reported-end.ts'
import { withTerms } from '../unit/order/order-fixture.ts'

const input = BigInt(signedRequest.inputAmount)
const unknownHash: Hex = `0x${'7e'.repeat(32)}`

/** Pays the person back on the origin. With `isNamed`, the gateway or inbox names the request. */
function payBack({ world, order }: ReportedEnd, units: bigint, isNamed = true): Hex {
  const { originChainId, inputToken } = order.reviewed.request
  return world.chain.payAsSolver(
    originChainId,
    inputToken,
    user,
    units,
    isNamed ? order.terms.requestHash : null,
  )
}

/** The deployment file without contracts on one chain that could name a request. */
const withoutGateways = ({ chainId }: DeploymentChain): Deployment => ({
  ...deployment,
  chains: deployment.chains.map((chain) =>
    chain.chainId === chainId ? { ...chain, gateways: [], evidenceContracts: [] } : chain,
  ),
})

const provenEvent = (hash: Hex, units = input) => ({
  kind: 'proof',
  proof: 'verified',
  evidence: { kind: 'refund', hash, units: String(units), sources: 2 },
})

const unprovenEvent = (doubt?: string) => ({ kind: 'proof', proof: 'pending', ...(doubt && { doubt }) })

describe('a refund is proven', () => {
  test('by the transaction that the service names, whatever end it reports', async () => {
    const over = await createReportedEnd(signedRequest)
    const refundTransactionHash = payBack(over, input)
    for (const statusCode of [5, 6, 7] as const) {
      const event = await verifyEnd(over, { statusCode, refundTransactionHash })
      expect(event).toMatchObject(provenEvent(refundTransactionHash))
    }
  })

  const sentAndWithdrawn = (withdrawn: Hex) => [
    createOwnTransaction('send', unknownHash),
    createOwnTransaction('withdraw', withdrawn),
  ]

  test('by the person’s own withdrawal, whatever transaction or chain the service names', async () => {
    const over = await createReportedEnd(inboxRequest)
    const hash = payBack(over, input)
    const transactions = sentAndWithdrawn(hash)
    const unrelated = [unknownHash, payBack(over, 5n), payBack(over, input, false)]
    for (const reported of [
      { statusCode: 5 as const },
      ...unrelated.map((refundTransactionHash) => ({ refundTransactionHash })),
      { refundTransactionHash: hash, refundChainId: island.chainId },
    ])
      expect(await verifyEnd(over, { transactions, ...reported })).toMatchObject(provenEvent(hash))
  })

  test('by the named transaction rather than the withdrawal when both paid', async () => {
    const over = await createReportedEnd(inboxRequest)
    const [named, withdrawn] = [payBack(over, input), payBack(over, input)]
    const transactions = sentAndWithdrawn(withdrawn)
    const event = await verifyEnd(over, { transactions, refundTransactionHash: named })
    expect(event).toMatchObject(provenEvent(named))
  })

  test('partly, by the named transaction or else by the withdrawal', async () => {
    const over = await createReportedEnd(inboxRequest)
    const [named, withdrawn] = [payBack(over, 5n), payBack(over, 6n)]
    const transactions = sentAndWithdrawn(withdrawn)
    expect(await verifyEnd(over, { transactions })).toMatchObject({
      ...unprovenEvent('less'),
      evidence: { hash: withdrawn, units: '6' },
    })
    expect(await verifyEnd(over, { transactions, refundTransactionHash: named })).toMatchObject({
      ...unprovenEvent('less'),
      evidence: { hash: named, units: '5' },
    })
  })
})

describe('the contracts’ event', () => {
  test.each([
    ['a manual swap', manualRequest, acrossRoute, undefined],
    ['a signed swap', signedRequest, {}, 'notNamed'],
    ['a token in the inbox', inboxRequest, {}, 'notNamed'],
    ['native currency in the inbox', nativeRequest, {}, 'notNamed'],
  ] as const)(
    'is required for each refund that a contract pays: %s',
    async (_what, quoteRequest, choice, doubt) => {
      const over = await createReportedEnd(quoteRequest, choice)
      const units = BigInt(quoteRequest.inputAmount)
      const refundTransactionHash = payBack(over, units, false)
      const event = await verifyEnd(over, { refundTransactionHash })
      expect(event).toMatchObject(
        doubt === undefined ? provenEvent(refundTransactionHash, units) : unprovenEvent(doubt),
      )
    },
  )

  test('is required on a destination without gateways, where no contract can emit it', async () => {
    const over = await createExtractedEnd(signedRequest)
    const { requestHash } = over.order.terms
    const ports = { ...over.world.reviewPorts, deployment: withoutGateways(island) }
    for (const names of [null, requestHash]) {
      const refundTransactionHash = over.world.chain.payAsSolver(
        island.chainId,
        signedRequest.outputToken,
        user,
        input,
        names,
      )
      const reported = { refundTransactionHash, refundChainId: island.chainId }
      const event = await verify.run({ ...over.order, ...reported }, ports)
      expect(event).toMatchObject(unprovenEvent('notNamed'))
      expect(event).not.toHaveProperty('evidence')
    }
  })

  test.each([
    ['listed as evidence', true],
    ['that the file does not list', false],
  ])('can come from a contract %s that is neither gateway nor inbox', async (_name, isListed) => {
    const [refunder] = island.evidenceContracts ?? []
    const over = await createExtractedEnd(signedRequest)
    const { requestHash } = over.order.terms
    const there = [island.chainId, signedRequest.outputToken, user, input, requestHash] as const
    const refundTransactionHash = over.world.chain.payAsSolver(...there, isListed ? refunder : user)
    const reported = { refundTransactionHash, refundChainId: island.chainId }
    const expected = isListed ? provenEvent(refundTransactionHash) : unprovenEvent('notNamed')
    expect(await verifyEnd(over, reported)).toMatchObject(expected)
  })

  test('can come from such a contract on the origin, for money from the inbox', async () => {
    const [refunder] = harbour.evidenceContracts ?? []
    const over = await createReportedEnd(inboxRequest)
    const { requestHash } = over.order.terms
    const here = [harbour.chainId, inboxRequest.inputToken, user, input, requestHash] as const
    const refundTransactionHash = over.world.chain.payAsSolver(...here, refunder)
    expect(await verifyEnd(over, { refundTransactionHash })).toMatchObject(provenEvent(refundTransactionHash))
  })

  test('is not required for a manual swap, which has no request hash', async () => {
    const over = await createReportedEnd(manualRequest, acrossRoute)
    const units = BigInt(manualRequest.inputAmount)
    const refundTransactionHash = payBack(over, units, false)
    const ports = { ...over.world.reviewPorts, deployment: withoutGateways(harbour) }
    const event = await verify.run({ ...over.order, refundTransactionHash }, ports)
    expect(event).toMatchObject(provenEvent(refundTransactionHash, units))
  })
})

describe('a refund without the affiliate fee', () => {
  // 5 % of the input, and 5 % of the remainder as the cost of the refund.
  const amount = input / 20n
  /** Of a signed request: the taker, and 5 % as a share of 1e16. */
  const affiliateFees = `0x${'fe'.repeat(20)}${(5n * 10n ** 14n).toString(16).padStart(14, '0')}`
  const withFee = ({ order: { terms } }: ReportedEnd) => {
    const { signTypedData } = terms
    if (signTypedData === null) throw new Error('nothing is signed')
    const witness = { ...(signTypedData.values.witness as object), affiliateFees }
    return {
      terms: { ...terms, signTypedData: { ...signTypedData, values: { ...signTypedData.values, witness } } },
    }
  }

  test('is proven, and one unit below it is not', async () => {
    const over = await createReportedEnd(signedRequest)
    const least = input - amount - (input - amount) / 20n
    for (const [units, isEnough] of [
      [least, true],
      [least - 1n, false],
    ] as const) {
      const refundTransactionHash = payBack(over, units)
      const event = await verifyEnd(over, { refundTransactionHash, ...withFee(over) })
      expect(event).toMatchObject(
        isEnough ? provenEvent(refundTransactionHash, units) : unprovenEvent('less'),
      )
    }
  })

  test.each([
    ['signed', signedRequest, {}],
    ['manual', manualRequest, acrossRoute],
  ] as const)(
    'is not proven by a fee that only the quote of a %s swap names',
    async (_kind, quoteRequest, choice) => {
      const over = await createReportedEnd(quoteRequest, choice)
      const { reviewed } = over.order
      const token = tokenOf(harbour, 'USDC')
      const fee = { kind: 'affiliate', token, amount: String(2n * input), feeInUsd: null } as const
      const refundTransactionHash = payBack(over, 1n)
      const fees = { reviewed: { ...reviewed, fees: [...reviewed.fees, fee] } }
      expect(await verifyEnd(over, { refundTransactionHash, ...fees })).toMatchObject(unprovenEvent('less'))
    },
  )
})

describe('a chain that Ferry does not read', () => {
  const elsewhere = 777
  const requesting = ({ order }: ReportedEnd, fields: object) => ({
    reviewed: { ...order.reviewed, request: { ...order.reviewed.request, ...fields } },
  })

  test('cannot prove a refund on the origin', async () => {
    const over = await createReportedEnd(manualRequest, acrossRoute)
    for (const refundTransactionHash of [null, unknownHash]) {
      const reported = { ...requesting(over, { originChainId: elsewhere }), refundTransactionHash }
      expect(await verifyEnd(over, reported)).toEqual({ kind: 'proof', proof: 'unreadable' })
    }
  })

  test.each([
    ['the chain', { destinationChainId: elsewhere }],
    ['the recipient', { receiverAddress: 'Far' }],
    ['both', { destinationChainId: elsewhere, receiverAddress: 'Far' }],
  ])('cannot prove a refund to the recipient: %s', async (_what, fields) => {
    const over = await createReportedEnd(manualRequest, acrossRoute)
    const refundChainId = 'destinationChainId' in fields ? elsewhere : island.chainId
    for (const refundTransactionHash of [null, unknownHash]) {
      const reported = { ...requesting(over, fields), refundChainId, refundTransactionHash }
      expect(await verifyEnd(over, reported)).toEqual({ kind: 'proof', proof: 'unreadable' })
    }
  })

  test('proves nothing while the refund has no hash', async () => {
    const over = await createReportedEnd(manualRequest, acrossRoute)
    for (const refundChainId of [harbour.chainId, island.chainId])
      expect(await verifyEnd(over, { refundChainId })).toEqual(unprovenEvent())
  })
})

const usdt = tokenOf(harbour, 'USDT')

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
    expect(event).toEqual({ ...unprovenEvent('notNamed'), isSignatureUsed: true })
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
      over.order.terms.requestHash,
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
