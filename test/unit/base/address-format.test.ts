import { expect, test } from 'vitest'
import { addressFormatOfRecord } from '../../../lib/base/address-format.ts'
import { type AddressFormat, nativeAddress } from '../../../lib/base/hex.ts'

const record = {
  chainId: 5,
  currencyAddress: nativeAddress as string,
  currencyDecimals: 18 as number | null,
  isAutoEnabled: false,
}

const mint = 'So11111111111111111111111111111111111111112'

test.each<[string, Partial<typeof record>, AddressFormat]>([
  ['a coin under the native constant, in wei', {}, 'evm'],
  ['a coin without decimals', { currencyDecimals: null }, 'evm'],
  ['a coin of other decimals', { currencyDecimals: 9 }, 'unknown'],
  ['a coin of other decimals, with automatic routes', { currencyDecimals: 9, isAutoEnabled: true }, 'evm'],
  ['a coin that is a contract', { currencyAddress: `0x20c0${'0'.repeat(36)}`, currencyDecimals: 6 }, 'evm'],
  ['a mint', { currencyAddress: mint }, 'solana'],
  ['an address of Tron’s kind', { currencyAddress: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, 'tron'],
  [
    'one of Stellar',
    { currencyAddress: 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA' },
    'stellar',
  ],
  ['a type of Sui’s kind', { currencyAddress: '0x2::sui::SUI' }, 'sui'],
  [
    'TON',
    { currencyAddress: 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c', isAutoEnabled: true },
    'unknown',
  ],
  ['a name', { currencyAddress: 'near' }, 'unknown'],
  ['a hinted id and the native constant', { chainId: 89999, currencyDecimals: 9 }, 'solana'],
  ['a hinted id and a name', { chainId: 1110002, currencyAddress: 'native' }, 'stellar'],
  ['a hinted id and a coin of another kind', { chainId: 1110006, currencyAddress: '0x2::sui::SUI' }, 'sui'],
  ['an id that hints at another kind than its coin', { chainId: 728126428, currencyAddress: mint }, 'solana'],
])('the address format of a chain, by its record: %s', (_name, part, form) => {
  expect(addressFormatOfRecord({ ...record, ...part })).toBe(form)
})
