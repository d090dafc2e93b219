import { describe, expect, test } from 'vitest'
import type { Hex } from '../../lib/base/hex.ts'
import type { Deployment } from '../../lib/deployment/deployment.ts'
import { verify } from '../../lib/order/flows/proof.ts'
import { across, inboxAsk, manualAsk, nativeAsk, signedAsk } from '../harness/actions.ts'
import { type CalledOver, calledOver, own, proofOf, takenBy } from '../harness/called-over.ts'
import { deployment, harbour, island, user } from '../harness/chains.ts'

const input = BigInt(signedAsk.inputAmount)
const nobody: Hex = `0x${'7e'.repeat(32)}`

/** Pays the person back on the chain they paid on, with the gateway's or the inbox's word about the swap, or without. */
function paysBack({ world, order }: CalledOver, units: bigint, isTold = true): Hex {
  const { originChainId, inputToken } = order.reviewed.ask
  return world.chain.pay(originChainId, inputToken, user, units, isTold ? order.terms.requestHash : null)
}

const proven = (hash: Hex, units = input) => ({
  kind: 'proof',
  proof: 'yes',
  evidence: { kind: 'refund', hash, units: String(units), sources: 2 },
})
const unproven = (doubt?: string) => ({ kind: 'proof', proof: 'no', ...(doubt && { doubt }) })

describe('what came back is shown', () => {
  test('by the transaction that the service names, whatever it calls the end', async () => {
    const over = await calledOver(signedAsk)
    const refundTransactionHash = paysBack(over, input)
    for (const statusCode of [5, 6, 7] as const) {
      const event = await proofOf(over, { statusCode, refundTransactionHash })
      expect(event).toMatchObject(proven(refundTransactionHash))
    }
  })

  test('by the person’s own withdrawal, where the service names nothing', async () => {
    const over = await calledOver(inboxAsk)
    const hash = paysBack(over, input)
    const transactions = [own('send', nobody), own('withdraw', hash)]
    expect(await proofOf(over, { statusCode: 5, transactions })).toMatchObject(proven(hash))
  })

  test('by that withdrawal also where what the service names is nothing of the kind', async () => {
    const over = await calledOver(inboxAsk)
    const hash = paysBack(over, input)
    const transactions = [own('send', nobody), own('withdraw', hash)]
    for (const refundTransactionHash of [nobody, paysBack(over, 5n), paysBack(over, input, false)]) {
      const event = await proofOf(over, { transactions, refundTransactionHash })
      expect(event).toMatchObject(proven(hash))
    }
  })

  test('by that withdrawal also where the service calls it a payment on the destination', async () => {
    const over = await calledOver(inboxAsk)
    const hash = paysBack(over, input)
    const transactions = [own('send', nobody), own('withdraw', hash)]
    const told = { refundTransactionHash: hash, refundChainId: island.chainId }
    expect(await proofOf(over, { transactions, ...told })).toMatchObject(proven(hash))
  })

  test('by what the service names before the withdrawal, where both are paid', async () => {
    const over = await calledOver(inboxAsk)
    const [named, withdrawn] = [paysBack(over, input), paysBack(over, input)]
    const transactions = [own('send', nobody), own('withdraw', withdrawn)]
    const event = await proofOf(over, { transactions, refundTransactionHash: named })
    expect(event).toMatchObject(proven(named))
  })

  test('as far as it went: of the transaction that is named, else of the withdrawal', async () => {
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

describe('the contracts’ own word', () => {
  test.each([
    ['a signed swap', signedAsk, {}, undefined],
    ['a manual swap', manualAsk, across, undefined],
    ['what went to the inbox', inboxAsk, {}, 'notNamed'],
    ['coin that went to the inbox', nativeAsk, {}, 'notNamed'],
  ] as const)('about the refund of %s', async (_what, ask, choice, doubt) => {
    const over = await calledOver(ask, choice)
    const units = BigInt(ask.inputAmount)
    const refundTransactionHash = paysBack(over, units, false)
    const event = await proofOf(over, { refundTransactionHash })
    expect(event).toMatchObject(doubt === undefined ? proven(refundTransactionHash, units) : unproven(doubt))
  })

  test('is not waited for on a destination whose gateways are not known', async () => {
    const over = await takenBy(signedAsk)
    const refundTransactionHash = over.world.chain.pay(island.chainId, signedAsk.outputToken, user, input)
    const told = { refundTransactionHash, refundChainId: island.chainId }
    expect(await proofOf(over, told)).toMatchObject(unproven('notNamed'))
    const without: Deployment = {
      ...deployment,
      chains: deployment.chains.map((chain) =>
        chain.chainId === island.chainId ? { ...chain, gateways: [] } : chain,
      ),
    }
    const ports = { ...over.world.reviewPorts, deployment: without }
    const event = await verify.run({ ...over.order, ...told }, ports, false)
    expect(event).toMatchObject(proven(refundTransactionHash))
  })
})

describe('a chain that is not read', () => {
  const elsewhere = 777
  const asking = ({ order }: CalledOver, fields: object) => ({
    reviewed: { ...order.reviewed, ask: { ...order.reviewed.ask, ...fields } },
  })

  test('cannot show what came back to where it was paid', async () => {
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
  ])('cannot show what came back to the recipient: %s', async (_what, fields) => {
    const over = await calledOver(manualAsk, across)
    const refundChainId = 'destinationChainId' in fields ? elsewhere : island.chainId
    for (const refundTransactionHash of [null, nobody]) {
      const told = { ...asking(over, fields), refundChainId, refundTransactionHash }
      expect(await proofOf(over, told)).toEqual({ kind: 'proof', proof: 'cannot' })
    }
  })

  test('shows nothing yet of a refund that has no name', async () => {
    const over = await calledOver(manualAsk, across)
    for (const refundChainId of [harbour.chainId, island.chainId])
      expect(await proofOf(over, { refundChainId })).toEqual(unproven())
  })
})
