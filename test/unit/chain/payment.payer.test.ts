import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { PaymentQuery } from '../../../lib/chain/evidence.ts'
import { usdc, user } from '../checks/fixtures.ts'
import { hash, one, other, type PaymentFixture, transfer } from './payment-fixture.ts'

const router = '0x00000000000000000000000000000000000000b2'

type Parties = { readonly receiver?: typeof router; readonly payer: typeof user }

async function spent(
  reported: PaymentFixture,
  token: typeof usdc,
  parties: Parties = { receiver: router, payer: user },
): Promise<bigint> {
  const wanted = { hash, token, contracts: [], requestHash: null, ...parties } as PaymentQuery
  const payment = await one(reported, wanted)
  return payment?.parts.reduce((sum, { units }) => sum + units, 0n) ?? -1n
}

test.each<[string, PaymentFixture, bigint]>([
  ['all that left it', { logs: [transfer(user, router, 5n), transfer(user, other, 7n)] }, 12n],
  ['nothing that others paid', { logs: [transfer(other, router, 5n)] }, 0n],
  ['less what came back to it', { logs: [transfer(user, router, 5n), transfer(other, user, 2n)] }, 3n],
  ['nothing that it moved to itself', { logs: [transfer(user, user, 5n)] }, 0n],
  [
    'nothing where more came than left',
    { logs: [transfer(user, router, 5n), transfer(other, user, 6n)] },
    0n,
  ],
])('payments of one account to any account are %s', async (_what, reported, units) => {
  expect(await spent(reported, usdc, { payer: user })).toBe(units)
})

describe('payments of one account to one receiver', () => {
  test.each<[string, PaymentFixture, bigint]>([
    ['all that its events moved', { logs: [transfer(user, router, 5n), transfer(user, router, 7n)] }, 12n],
    ['nothing that others paid', { logs: [transfer(other, router, 5n)] }, 0n],
    ['nothing that it paid others', { logs: [transfer(user, other, 5n)] }, 0n],
    ['less what came back to it', { logs: [transfer(user, router, 5n), transfer(router, user, 2n)] }, 3n],
    [
      'all of it, wherever the receiver passed it on',
      {
        logs: [transfer(user, router, 5n), transfer(router, other, 5n)],
      },
      5n,
    ],
  ])('are %s', async (_what, reported, units) => {
    expect(await spent(reported, usdc)).toBe(units)
  })

  test.each<[string, PaymentFixture, bigint]>([
    ['what its balance fell by in the block', { balances: [8, 5] }, 3n],
    ['nothing where its balance grew', { balances: [5, 8] }, 0n],
  ])('of native currency are %s', async (_what, reported, units) => {
    expect(await spent(reported, nativeAddress)).toBe(units)
  })
})
