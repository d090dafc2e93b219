import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { transferCall } from '../../../lib/checks/check-cross.ts'
import { walletAsk } from '../../../lib/service/quote-request.ts'
import { refusal } from '../base/refusal.ts'
import { honest, usdc, user } from './fixtures.ts'

test('a transfer of a token is what the ABI says, one of the native currency a value alone', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [user, 7n] })
  expect(transferCall(5, usdc, user, 7n)).toEqual({ to: usdc, data, value: '0', chainId: 5 })
  expect(transferCall(5, nativeAddress, user, 7n)).toEqual({ to: user, data: '0x', value: '7', chainId: 5 })
})

test('an ask without a wallet, or from another kind of chain, has nothing to sign', () => {
  const { ask } = honest('SWAP_REQUEST')
  expect(walletAsk(ask)).toEqual(ask)
  expect(refusal(() => walletAsk({ ...ask, userAddress: null }))).toBe('internal')
  expect(refusal(() => walletAsk({ ...ask, inputToken: 'native' }))).toBe('internal')
})
