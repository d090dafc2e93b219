import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../../lib/base/hex.ts'
import type { ChainReader } from '../../../../lib/chain/chain-reader.ts'
import { quorumOf } from '../../../../lib/chain/quorum.ts'
import { digestOf } from '../../../../lib/checks/typed-data.ts'
import type { FlowPorts } from '../../../../lib/order/flow-ports.ts'
import { taskAfterSignature } from '../../../../lib/order/flows/signature.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { orderOf } from '../order-fixture.ts'

const key = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const { signTypedData } = orderOf().terms
if (signTypedData === null) throw new Error('a signed order has typed data')
const signature = await key.sign({ hash: digestOf(signTypedData) })
const oldV: Hex = `0x${signature.slice(2, 130)}0${signature.endsWith('1b') ? 0 : 1}`
const delegated: Hex = `0xef0100${'12'.repeat(20)}`

/** Returns the event of the task that verifies an order's signature. */
const judged = async (order: Order, ports: FlowPorts) =>
  taskAfterSignature(order, order.createdMs)?.run(order, ports)

/** A chain on which the account has this code, and its contract accepts only these signatures. */
function chainOf(code: Hex, ...taken: readonly Hex[]) {
  const requested: Hex[] = []
  const chain: Pick<ChainReader, 'codeAt' | 'isValidSignature' | 'validSignatureQuorum'> = {
    codeAt: async () => code,
    isValidSignature: async (_chainId, _account, _digest, one) => {
      requested.push(one)
      return taken.includes(one)
    },
    validSignatureQuorum: async (_chainId, _account, _digest, one) =>
      quorumOf(['a', 'b'].map((host) => ({ host, value: taken.includes(one) }))),
  }
  return { requested: requested, ports: { chain } as unknown as FlowPorts }
}

describe('the signature of an account with code', () => {
  test.each<[string, Hex, readonly Hex[], boolean, Hex, readonly Hex[]]>([
    ['as given, where it takes that', oldV, [oldV], true, oldV, [oldV]],
    ['in the usual form, where it takes only that', oldV, [signature], true, signature, [oldV, signature]],
    ['not at all, where it takes neither', oldV, [], false, signature, [oldV, signature]],
    ['not at all, and asked once where there is one form', signature, [], false, signature, [signature]],
    ['as a blob that no key makes', '0x1234', ['0x1234'], true, '0x1234', ['0x1234']],
  ])('is posted %s', async (_what, given, taken, valid, posted, requested) => {
    const chain = chainOf(delegated, ...taken)
    const event = await judged(orderOf({ signature: given }), chain.ports)
    expect(event).toMatchObject({ kind: 'signatureChecked', valid, isContract: true, signature: posted })
    expect(chain.requested).toEqual(requested)
    expect(JSON.parse(event !== undefined && 'submitBody' in event ? event.submitBody : '{}')).toMatchObject({
      userSignature: posted,
    })
  })
})

test('an account without code needs a signature of its key, in the form that every contract accepts', async () => {
  const chain = chainOf('0x')
  expect(await judged(orderOf({ signature: oldV }), chain.ports)).toMatchObject({
    valid: true,
    isContract: false,
    signature,
  })
  expect(await judged(orderOf({ signature: '0x1234' }), chain.ports)).toMatchObject({
    valid: false,
  })
  expect(chain.requested).toEqual([])
})

test('no task is due when there is nothing to verify', () => {
  for (const order of [orderOf(), orderOf({ kind: 'inbox', signature })]) {
    expect(taskAfterSignature(order, 0)).toBeNull()
  }
})
