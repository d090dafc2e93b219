import { encodeFunctionData, encodeFunctionResult, erc20Abi, multicall3Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Address, type Hex, nativeAddress } from '../../../lib/base/hex.ts'
import { createChainReader } from '../../../lib/chain/chain-reader.ts'
import { deployment } from '../../harness/chains.ts'
import { freshAddress } from '../../harness/fresh-address.ts'
import { noSearches } from '../../harness/no-searches.ts'
import { harbour, permit2, usdc, user } from '../checks/fixtures.ts'
import { fakeNode, type Table, words } from './fake-node.ts'

const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const chainId = harbour.chainId
const other: Address = '0x9999999999999999999999999999999999999999'

function readerOf(table: Table, multicall3: Address | null = null) {
  const node = fakeNode(table)
  const chains = [{ ...harbour, multicall3 }]
  const reader = createChainReader({
    freshAddress,
    searches: noSearches,
    deployment: { ...deployment, chains },
    fetch: node.fetch,
  })
  return { reader, requested: node.requests }
}

function callTo(to: Address, data: Hex, from?: Address): string {
  return `eth_call [${JSON.stringify({ ...(from === undefined ? {} : { from }), to, data })}`
}

/** The calldata of a function with an account and, where it has one, a number. */
function callData(signature: string, ...args: readonly unknown[]): Hex {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  return encodeFunctionData({ abi, args } as never)
}

const revert = { error: { code: 3, message: 'execution reverted: no' } }

describe('allowance', () => {
  const args = [user, permit2] as const
  const key = callTo(usdc, encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }))
  const read = (table: Table) => readerOf(table).reader.allowance(chainId, usdc, user, permit2)

  test('is read with ABI-encoded arguments', async () => {
    expect(await read({ [key]: { result: words(7n) } })).toBe(7n)
  })

  test.each<[string, Table]>([
    ['no hex', { [key]: { result: 7 } }],
    ['null', { [key]: { result: null } }],
  ])('%s is not an allowance', async (_, table) => {
    await expect(read(table)).rejects.toThrow('rpcUnreachable chain=31337')
  })
})

describe('approveWorks (L6)', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, 5n] })
  const key = callTo(usdc, data, user)
  test.each<[string, Table, boolean]>([
    ['true', { [key]: { result: words(1n) } }, true],
    ['nothing, as USDT', { [key]: { result: '0x' } }, true],
    ['false', { [key]: { result: words(0n) } }, false],
    ['a revert', { [key]: revert }, false],
  ])('%s', async (_, table, works) => {
    expect(await readerOf(table).reader.approveWorks(chainId, usdc, user, permit2, 5n)).toBe(works)
  })

  test('an unreachable endpoint rejects instead of returning false', async () => {
    const works = readerOf({}).reader.approveWorks(chainId, usdc, user, permit2, 5n)
    await expect(works).rejects.toThrow('rpcUnreachable')
  })
})

describe('balances', () => {
  const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [user] })
  const nativeKey = `eth_getBalance ["${user}","latest"]`
  const table: Table = { [callTo(usdc, balanceOf)]: { result: words(5n) }, [nativeKey]: { result: '0x9' } }

  test('of one token, and of the native currency', async () => {
    const { reader } = readerOf(table)
    expect(await reader.balance(chainId, usdc, user)).toBe(5n)
    expect(await reader.balance(chainId, nativeAddress, user)).toBe(9n)
  })

  test('of many tokens one by one, without those that cannot be read', async () => {
    const { reader } = readerOf(table)
    expect(await reader.balances(chainId, user, [usdc, nativeAddress, other, 'TR7NHq'])).toEqual({
      [`${chainId}:${usdc}`]: '5',
      [`${chainId}:${nativeAddress}`]: '9',
    })
    expect(await reader.balances(chainId, user, [])).toEqual({})
    await expect(reader.balances(chainId, user, [other])).rejects.toThrow('rpcUnreachable')
  })

  const aggregate3 = (results: readonly (Hex | null)[]) =>
    encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: results.map((one) => ({ success: one !== null, returnData: one ?? '0x' })),
    })

  test('of many tokens in one call', async () => {
    const result = aggregate3([words(5n) as Hex, words(9n) as Hex, null, '0x'])
    const { reader, requested } = readerOf({ 'eth_call [': { result } }, multicall3)
    const tokens = [usdc, nativeAddress, other, permit2]
    expect(await reader.balances(chainId, user, tokens)).toEqual({
      [`${chainId}:${usdc}`]: '5',
      [`${chainId}:${nativeAddress}`]: '9',
    })
    const getEthBalance = callData('getEthBalance(address)', user)
    const calls = tokens.map((token) => {
      const [target, callData] = token === nativeAddress ? [multicall3, getEthBalance] : [token, balanceOf]
      return { target: target as Address, allowFailure: true, callData }
    })
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    expect(requested.map(({ params }) => params[0])).toEqual([{ to: multicall3, data }])
  })

  test('of a hundred tokens per call', async () => {
    const result = aggregate3([])
    const { reader, requested } = readerOf({ 'eth_call [': { result } }, multicall3)
    await reader.balances(chainId, user, Array<string>(201).fill(usdc))
    expect(requested).toHaveLength(3)
  })

  test.each<[string, Table]>([
    ['a revert', { 'eth_call [': revert }],
    ['no contract', { 'eth_call [': { result: '0x' } }],
  ])('%s instead of Multicall3 rejects', async (_, broken) => {
    const read = readerOf(broken, multicall3).reader.balances(chainId, user, [usdc])
    await expect(read).rejects.toThrow('rpcUnreachable')
  })
})

describe('single reads', () => {
  test('decimals (L3)', async () => {
    const key = callTo(usdc, '0x313ce567')
    expect(await readerOf({ [key]: { result: words(6n) } }).reader.decimals(chainId, usdc)).toBe(6)
    expect(await readerOf({}).reader.decimals(chainId, nativeAddress)).toBe(18)
    const huge = readerOf({ [key]: { result: words(256n) } }).reader
    await expect(huge.decimals(chainId, usdc)).rejects.toThrow('rpcUnreachable')
  })

  test('code is in lower case', async () => {
    const read = (table: Table) => readerOf(table).reader.codeAt(chainId, user)
    expect(await read({ eth_getCode: { result: '0xEF0100AB' } })).toBe('0xef0100ab')
  })

  test("simulate returns the endpoint's error message", async () => {
    const call = { from: user, to: usdc, data: '0x12', value: 10n } as const
    const { reader, requested } = readerOf({ eth_call: { result: '0x' } })
    expect(await reader.simulate(chainId, call)).toBe(null)
    expect(requested[0]?.params).toEqual([{ ...call, value: '0xa' }, 'latest'])
    expect(await readerOf({ eth_call: revert }).reader.simulate(chainId, call)).toBe('execution reverted: no')
  })

  test('nonces', async () => {
    const { reader, requested } = readerOf({ eth_getTransactionCount: { result: '0x1f' } })
    expect(await reader.accountNonce(chainId, user, 'pending')).toBe(31)
    expect(requested[0]?.params).toEqual([user, 'pending'])
  })

  test("Permit2's nonce is one bit of a word", async () => {
    const data = callData('nonceBitmap(address, uint256)', user, 3n)
    const { reader } = readerOf({ [callTo(permit2, data)]: { result: words(1n << 5n) } })
    expect(await reader.nonceUsed(chainId, user, 3n * 256n + 5n)).toBe(true)
    expect(await reader.nonceUsed(chainId, user, 3n * 256n + 4n)).toBe(false)
  })

  test('gas price', async () => {
    const priced = readerOf({ eth_gasPrice: { result: '0x3b9aca00' }, eth_call: { result: '0x' } })
    expect(await priced.reader.gasPrice(chainId)).toEqual({ perGasUnits: 10n ** 9n, dataFeeUnits: 0n })
    for (const said of [{ result: '12' }, revert]) {
      const { reader } = readerOf({ eth_gasPrice: said, eth_call: { result: '0x' } })
      await expect(reader.gasPrice(chainId)).rejects.toThrow('badAnswer')
    }
  })

  test('makes no request for a chain that is not pinned', async () => {
    const { reader, requested } = readerOf({})
    await expect(reader.gasPrice(1)).rejects.toThrow('chainNotPinned chainId=1')
    expect(requested).toEqual([])
  })
})

describe('isValidSignature', () => {
  const digest: Hex = `0x${'ab'.repeat(32)}`
  const abi = parseAbi(['function isValidSignature(bytes32, bytes) returns (bytes4)'])
  const read = (said: Table[string], signature: Hex = '0x123456') => {
    const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [digest, signature] })
    return readerOf({ [callTo(user, data)]: said }).reader.isValidSignature(chainId, user, digest, signature)
  }

  test.each<[string, Table[string], boolean]>([
    ['the magic value', { result: `0x1626ba7e${'0'.repeat(56)}` }, true],
    ['another value', { result: `0xffffffff${'0'.repeat(56)}` }, false],
    ['four bytes alone', { result: '0x1626ba7e' }, false],
    ['nothing', { result: '0x' }, false],
    ['a revert', revert, false],
  ])('%s', async (_, said, valid) => {
    expect(await read(said)).toBe(valid)
  })

  test('accepts signatures of any length', async () => {
    const magic = { result: `0x1626ba7e${'0'.repeat(56)}` }
    expect(await read(magic, '0x')).toBe(true)
    expect(await read(magic, `0x${'12'.repeat(65)}`)).toBe(true)
    expect(await read(magic, `0x${'12'.repeat(96)}`)).toBe(true)
  })
})
