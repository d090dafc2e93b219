import { type Abi, parseAbi } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { useChains } from '../use-sandbox.ts'
import { accounts, nativeAddress } from './chain-book.ts'
import { chainClient } from './chain-client.ts'
import { manualTargetAbi } from './contract-abis.ts'
import { approve, chainOf, testBase, tokenOf, unitsOf } from './test-requests.ts'

const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

const manualSpenderAbi = parseAbi([
  'function take(address token, address from, uint256 amount)',
  'error NotTheTarget()',
])

const routeId = `0x${'7e'.repeat(32)}` as const

const ledger = await useChains(testBase)
const harbour = chainOf(ledger, 'Harbour')
const client = chainClient(harbour.rpcUrl)
beforeEach(() => ledger.reset())

function call(
  to: `0x${string}`,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
  valueUnits: bigint,
) {
  return client.call({ from: accounts.person, to, abi, functionName, args, valueUnits })
}

test('takes the token and a native fee of a manual swap, and pays from the reserve', async () => {
  const [usdc, usdt] = [tokenOf(harbour, 'USDC').address, tokenOf(harbour, 'USDT').address]
  const target = harbour.manualTarget
  const args = [routeId, usdc, 1_000_000n, usdt, 999_000n, accounts.person, 7n]
  await expect(call(target, manualTargetAbi, 'swap', args, 7n)).rejects.toThrow('TokenTransferFailed')
  await approve(harbour, usdc, target, 1_000_000n)
  await expect(call(target, manualTargetAbi, 'swap', args, 6n)).rejects.toThrow('WrongValue(7)')
  await call(target, manualTargetAbi, 'swap', args, 7n)
  expect(await unitsOf(ledger, harbour, usdc)).toBe(9_999_000_000n)
  expect(await unitsOf(ledger, harbour, usdt)).toBe(10_000_999_000n)
  expect(await ledger.findManualSends(harbour.chainId, routeId)).toMatchObject([
    { kind: 'swap', sender: accounts.person, inputToken: usdc, inputUnits: 1_000_000n },
  ])
})

test('takes the token through the spender that is approved for it, which refuses every other caller', async () => {
  const [usdc, usdt] = [tokenOf(harbour, 'USDC').address, tokenOf(harbour, 'USDT').address]
  await approve(harbour, usdc, harbour.manualSpender, 1_000_000n)
  const taken = [usdc, accounts.person, 1_000_000n]
  await expect(call(harbour.manualSpender, manualSpenderAbi, 'take', taken, 0n)).rejects.toThrow(
    'NotTheTarget',
  )
  const args = [routeId, usdc, 1_000_000n, usdt, 999_000n, accounts.person, 0n]
  await call(harbour.manualTarget, manualTargetAbi, 'swap', args, 0n)
  expect(await unitsOf(ledger, harbour, usdc)).toBe(9_999_000_000n)
})

test('takes and pays the native currency in a manual swap', async () => {
  const dai = tokenOf(harbour, 'DAI').address
  const args = [routeId, nativeAddress, 10n ** 18n, dai, 3_000n * 10n ** 18n, accounts.person, 0n]
  await call(harbour.manualTarget, manualTargetAbi, 'swap', args, 10n ** 18n)
  expect(await unitsOf(ledger, harbour, dai)).toBe(13_000n * 10n ** 18n)
  const reserve = await unitsOf(ledger, harbour, nativeAddress, harbour.manualTarget)
  expect(reserve).toBe(1_000_001n * 10n ** 18n)
})

test('wraps the native currency one for one', async () => {
  const wrapped = tokenOf(harbour, 'WHETH').address
  const before = await unitsOf(ledger, harbour, wrapped)
  await call(wrapped, wrappedAbi, 'deposit', [], 5n)
  expect(await unitsOf(ledger, harbour, wrapped)).toBe(before + 5n)
  await call(wrapped, wrappedAbi, 'withdraw', [before + 5n], 0n)
  expect(await unitsOf(ledger, harbour, wrapped)).toBe(0n)
})
