import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { readDelivered } from '../../../lib/chain/payment.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'
import { islandUsdc, usdc, user } from '../checks/fixtures.ts'
import { fakeNode, words } from './fake-node.ts'
import { hash, node, other, type Told, transfer } from './payment-fixture.ts'

const delivered = (told: Told, token: Address = usdc) =>
  readDelivered(createRpc(31_337, ['http://127.0.0.1:1'], fakeNode(node(told)).fetch), hash, token, user)
const to = (units: bigint) => transfer(other, user, units)
const from = (units: bigint) => transfer(user, other, units)
const [signature = ''] = to(1n).topics as readonly string[]
const bent = (fields: JsonObject): JsonObject => ({ ...to(5n), ...fields })

describe('what a transaction brought a receiver', () => {
  test.each<[string, Told, bigint | null]>([
    ['all that its events brought', { logs: [to(5n), to(7n)] }, 12n],
    ['a single unit', { logs: [to(1n)] }, 1n],
    ['less what it took away again', { logs: [to(5n), from(4n)] }, 1n],
    ['nothing where it took all of it away again', { logs: [to(5n), from(5n)] }, 0n],
    ['nothing where it took more than it brought', { logs: [to(5n), from(6n)] }, 0n],
    ['nothing where the person paid themselves', { logs: [transfer(user, user, 5n)] }, 0n],
    ['nothing where others were paid', { logs: [transfer(other, other, 5n)] }, 0n],
    ['nothing of another token', { logs: [bent({ address: islandUsdc })] }, 0n],
    ['nothing of another event', { logs: [bent({ topics: [words(1n), words(other), words(user)] })] }, 0n],
    [
      'nothing of a token that counts single pieces',
      { logs: [bent({ topics: [signature, words(other), words(user), words(5n)] })] },
      0n,
    ],
    ['nothing of an event that says more than an amount', { logs: [bent({ data: words(5n, 5n) })] }, 0n],
    ['nothing known where it failed', { status: '0x0', logs: [to(5n)] }, null],
    ['nothing known where it is not mined', { status: '' }, null],
  ])('is %s', async (_name, told, units) => {
    expect(await delivered(told)).toBe(units)
  })

  test.each<[string, Told, bigint]>([
    ['the value that went straight to them', { to: user, value: '0x7' }, 7n],
    ['what their balance grew by in the block', { balances: [5, 8] }, 3n],
    ['nothing where the balance shrank', { balances: [8, 5] }, 0n],
  ])('of the coin of the chain is %s', async (_name, told, units) => {
    expect(await delivered(told, nativeAddress)).toBe(units)
  })
})
