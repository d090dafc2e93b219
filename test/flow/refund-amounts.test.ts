import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import type { Deployment, DeploymentChain } from '../../lib/deployment/deployment.ts'
import { verify } from '../../lib/order/flows/proof.ts'
import { across, inboxAsk, manualAsk, nativeAsk, signedAsk } from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf, takenBy } from '../harness/reported-end.ts'
import { deployment, harbour, island, tokenOf, user } from '../harness/chains.ts'

const input = BigInt(signedAsk.inputAmount)
const nobody: Hex = `0x${'7e'.repeat(32)}`

/** Pays the person back on the origin. With `isTold`, the gateway or inbox names the request. */
function paysBack({ world, order }: CalledOver, units: bigint, isTold = true): Hex {
  const { originChainId, inputToken } = order.reviewed.request
  return world.chain.pay(originChainId, inputToken, user, units, isTold ? order.terms.requestHash : null)
}

/** The deployment file without contracts on one chain that could name a request. */
const withoutGateways = ({ chainId }: DeploymentChain): Deployment => ({
  ...deployment,
  chains: deployment.chains.map((chain) =>
    chain.chainId === chainId ? { ...chain, gateways: [], evidenceContracts: [] } : chain,
  ),
})

const proven = (hash: Hex, units = input) => ({
  kind: 'proof',
  proof: 'yes',
  evidence: { kind: 'refund', hash, units: String(units), sources: 2 },
})
const unproven = (doubt?: string) => ({ kind: 'proof', proof: 'no', ...(doubt && { doubt }) })

describe('a refund is proven', () => {
  test('by the transaction that the service names, whatever end it reports', async () => {
    const over = await calledOver(signedAsk)
    const refundTransactionHash = paysBack(over, input)
    for (const statusCode of [5, 6, 7] as const) {
      const event = await proofOf(over, { statusCode, refundTransactionHash })
      expect(event).toMatchObject(proven(refundTransactionHash))
    }
  })

  test('by the person’s own withdrawal when the service names no transaction', async () => {
    const over = await calledOver(inboxAsk)
    const hash = paysBack(over, input)
    const transactions = [own('send', nobody), own('withdraw', hash)]
    expect(await proofOf(over, { statusCode: 5, transactions })).toMatchObject(proven(hash))
  })

  test('by that withdrawal when the service names an unrelated transaction', async () => {
    const over = await calledOver(inboxAsk)
    const hash = paysBack(over, input)
    const transactions = [own('send', nobody), own('withdraw', hash)]
    for (const refundTransactionHash of [nobody, paysBack(over, 5n), paysBack(over, input, false)]) {
      const event = await proofOf(over, { transactions, refundTransactionHash })
      expect(event).toMatchObject(proven(hash))
    }
  })

  test('by that withdrawal when the service places it on the destination', async () => {
    const over = await calledOver(inboxAsk)
    const hash = paysBack(over, input)
    const transactions = [own('send', nobody), own('withdraw', hash)]
    const told = { refundTransactionHash: hash, refundChainId: island.chainId }
    expect(await proofOf(over, { transactions, ...told })).toMatchObject(proven(hash))
  })

  test('by the named transaction rather than the withdrawal when both paid', async () => {
    const over = await calledOver(inboxAsk)
    const [named, withdrawn] = [paysBack(over, input), paysBack(over, input)]
    const transactions = [own('send', nobody), own('withdraw', withdrawn)]
    const event = await proofOf(over, { transactions, refundTransactionHash: named })
    expect(event).toMatchObject(proven(named))
  })

  test('partly, by the named transaction or else by the withdrawal', async () => {
    const over = await calledOver(inboxAsk)
    const [named, withdrawn] = [paysBack(over, 5n), paysBack(over, 6n)]
    const transactions = [own('send', nobody), own('withdraw', withdrawn)]
    expect(await proofOf(over, { transactions })).toMatchObject({
      ...unproven('less'),
      evidence: { hash: withdrawn, units: '6' },
    })
    expect(await proofOf(over, { transactions, refundTransactionHash: named })).toMatchObject({
      ...unproven('less'),
      evidence: { hash: named, units: '5' },
    })
  })
})

describe('the contracts’ event', () => {
  test.each([
    ['a signed swap', signedAsk, {}, undefined],
    ['a manual swap', manualAsk, across, undefined],
    ['a token in the inbox', inboxAsk, {}, 'notNamed'],
    ['native currency in the inbox', nativeAsk, {}, 'notNamed'],
  ] as const)(
    'is required for a refund from the inbox, and not for others: %s',
    async (_what, ask, choice, doubt) => {
      const over = await calledOver(ask, choice)
      const units = BigInt(ask.inputAmount)
      const refundTransactionHash = paysBack(over, units, false)
      const event = await proofOf(over, { refundTransactionHash })
      expect(event).toMatchObject(
        doubt === undefined ? proven(refundTransactionHash, units) : unproven(doubt),
      )
    },
  )

  test('is required on a destination without gateways, where no contract can emit it', async () => {
    const over = await takenBy(signedAsk)
    const { requestHash } = over.order.terms
    const ports = { ...over.world.reviewPorts, deployment: withoutGateways(island) }
    for (const names of [null, requestHash]) {
      const refundTransactionHash = over.world.chain.pay(
        island.chainId,
        signedAsk.outputToken,
        user,
        input,
        names,
      )
      const told = { refundTransactionHash, refundChainId: island.chainId }
      const event = await verify.run({ ...over.order, ...told }, ports, false)
      expect(event).toMatchObject(unproven('notNamed'))
      expect(event).not.toHaveProperty('evidence')
    }
  })

  test.each([
    ['listed as evidence', true],
    ['that the file does not list', false],
  ])('can come from a contract %s that is neither gateway nor inbox', async (_name, isListed) => {
    const [refunder] = island.evidenceContracts ?? []
    const over = await takenBy(signedAsk)
    const there = [island.chainId, signedAsk.outputToken, user, input, over.order.terms.requestHash] as const
    const refundTransactionHash = over.world.chain.pay(...there, isListed ? refunder : user)
    const told = { refundTransactionHash, refundChainId: island.chainId }
    const expected = isListed ? proven(refundTransactionHash) : unproven('notNamed')
    expect(await proofOf(over, told)).toMatchObject(expected)
  })

  test('can come from such a contract on the origin, for money from the inbox', async () => {
    const [refunder] = harbour.evidenceContracts ?? []
    const over = await calledOver(inboxAsk)
    const here = [harbour.chainId, inboxAsk.inputToken, user, input, over.order.terms.requestHash] as const
    const refundTransactionHash = over.world.chain.pay(...here, refunder)
    expect(await proofOf(over, { refundTransactionHash })).toMatchObject(proven(refundTransactionHash))
  })

  test('is not required for a manual swap, which has no request hash', async () => {
    const over = await calledOver(manualAsk, across)
    const units = BigInt(manualAsk.inputAmount)
    const refundTransactionHash = paysBack(over, units, false)
    const ports = { ...over.world.reviewPorts, deployment: withoutGateways(harbour) }
    const event = await verify.run({ ...over.order, refundTransactionHash }, ports, false)
    expect(event).toMatchObject(proven(refundTransactionHash, units))
  })
})

describe('a refund without the affiliate fee', () => {
  // 5 % of the input, and 5 % of the remainder as the cost of the refund.
  const amount = input / 20n
  /** Of a signed request: the taker, and 5 % as a share of 1e16. */
  const affiliateFees = `0x${'fe'.repeat(20)}${(5n * 10n ** 14n).toString(16).padStart(14, '0')}`
  const withFee = ({ order: { terms } }: CalledOver) => {
    const { signTypedData } = terms
    if (signTypedData === null) throw new Error('nothing is signed')
    const witness = { ...(signTypedData.values.witness as object), affiliateFees }
    return {
      terms: { ...terms, signTypedData: { ...signTypedData, values: { ...signTypedData.values, witness } } },
    }
  }

  test('is proven, and one unit below it is not', async () => {
    const over = await calledOver(signedAsk)
    const least = input - amount - (input - amount) / 20n
    for (const [units, isEnough] of [
      [least, true],
      [least - 1n, false],
    ] as const) {
      const refundTransactionHash = paysBack(over, units)
      const event = await proofOf(over, { refundTransactionHash, ...withFee(over) })
      expect(event).toMatchObject(isEnough ? proven(refundTransactionHash, units) : unproven('less'))
    }
  })

  test.each([
    ['signed', signedAsk, {}],
    ['manual', manualAsk, across],
  ] as const)('is not proven by a fee that only the quote of a %s swap names', async (_kind, ask, choice) => {
    const over = await calledOver(ask, choice)
    const { reviewed } = over.order
    const token = tokenOf(harbour, 'USDC')
    const fee = { kind: 'affiliate', token, amount: String(2n * input), feeInUsd: null } as const
    const refundTransactionHash = paysBack(over, 1n)
    const fees = { reviewed: { ...reviewed, fees: [...reviewed.fees, fee] } }
    expect(await proofOf(over, { refundTransactionHash, ...fees })).toMatchObject(unproven('less'))
  })
})

describe('a chain that Ferry does not read', () => {
  const elsewhere = 777
  const asking = ({ order }: CalledOver, fields: object) => ({
    reviewed: { ...order.reviewed, request: { ...order.reviewed.request, ...fields } },
  })

  test('cannot prove a refund on the origin', async () => {
    const over = await calledOver(manualAsk, across)
    for (const refundTransactionHash of [null, nobody]) {
      const told = { ...asking(over, { originChainId: elsewhere }), refundTransactionHash }
      expect(await proofOf(over, told)).toEqual({ kind: 'proof', proof: 'cannot' })
    }
  })

  test.each([
    ['the chain', { destinationChainId: elsewhere }],
    ['the recipient', { receiverAddress: 'Far' }],
    ['both', { destinationChainId: elsewhere, receiverAddress: 'Far' }],
  ])('cannot prove a refund to the recipient: %s', async (_what, fields) => {
    const over = await calledOver(manualAsk, across)
    const refundChainId = 'destinationChainId' in fields ? elsewhere : island.chainId
    for (const refundTransactionHash of [null, nobody]) {
      const told = { ...asking(over, fields), refundChainId, refundTransactionHash }
      expect(await proofOf(over, told)).toEqual({ kind: 'proof', proof: 'cannot' })
    }
  })

  test('proves nothing while the refund has no hash', async () => {
    const over = await calledOver(manualAsk, across)
    for (const refundChainId of [harbour.chainId, island.chainId])
      expect(await proofOf(over, { refundChainId })).toEqual(unproven())
  })
})
