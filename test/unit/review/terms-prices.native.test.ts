import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { gasInUsd } from '../../../lib/chain/costs.ts'
import type { ReviewedTerms } from '../../../lib/quote/route-summary.ts'
import { nativePriceInUsd } from '../../../lib/review/terms-prices.ts'
import { orderOf } from '../order/order-fixture.ts'

const { reviewed } = orderOf()
const { request, inputToken } = reviewed
const native = { ...inputToken, address: nativeAddress, decimals: 18 }
const holding = { chainId: request.originChainId, address: nativeAddress, balance: '500000000000000000' }
const held = (fields: object = {}) => [{ ...holding, balanceInUsd: '1250.5', ...fields }]
const fee = (fields: object = {}): Pick<ReviewedTerms, 'fees'> => ({
  fees: [{ kind: 'gas', token: native, amount: '2000000000000000', feeInUsd: '5', ...fields }],
})

test.each<[string, object, readonly object[] | null, string | null]>([
  ['nobody', {}, [], null],
  ['nobody, the list could not be read', {}, null, null],
  ['a holding', {}, held(), '2501'],
  ['a holding of another chain', {}, held({ chainId: 1 }), null],
  ['a holding of another token', {}, held({ address: inputToken.address }), null],
  ['a holding that is worth nothing', {}, held({ balanceInUsd: '0' }), null],
  ['a holding of nothing', {}, held({ balance: '0' }), null],
  ['a fee', fee(), null, '2500'],
  ['a fee without a value', fee({ feeInUsd: null }), held(), '2501'],
  [
    'the input',
    {
      request: { ...request, inputToken: nativeAddress, inputAmount: '3000000000000000000' },
      inputValueInUsd: '7500',
    },
    held(),
    '2500',
  ],
  [
    'the output on the same chain',
    {
      request: { ...request, destinationChainId: request.originChainId, outputToken: nativeAddress },
      promisedAmount: '1000000000000000',
      outputValueInUsd: '2.4999999',
    },
    null,
    '2499.9999',
  ],
  ['the output elsewhere', { request: { ...request, outputToken: nativeAddress } }, null, null],
])('values the native currency by %s', (_name, fields, holdings, price) => {
  expect(nativePriceInUsd({ ...reviewed, ...fields }, holdings as ReturnType<typeof held> | null)).toBe(price)
})

const priced = (perGasUnits: bigint) => ({ perGasUnits, dataFeeUnits: 0n })

test('shows gas at its limit, rounded down, and none without a price', () => {
  expect(gasInUsd(priced(1_000_000_000n), 'approve', '2500')).toBe('0.2')
  expect(gasInUsd(priced(1_000_000_000n), 'send', '2500')).toBe('1')
  expect(gasInUsd(priced(1n), 'transfer', '2500')).toBe('0')
  expect(gasInUsd(priced(1_000_000_000n), 'approve', null)).toBeNull()
})
