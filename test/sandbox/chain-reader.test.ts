import { describe, expect, test } from 'vitest'
import { approveCall } from '../../lib/base/ethereum.ts'
import { type Address, type Hex, nativeAddress } from '../../lib/base/hex.ts'
import { acceptAnyHost } from '../../lib/chain/quorum.ts'
import { cancelCall } from '../../lib/order/wallet-request.ts'
import { planApprovals } from '../../lib/review/approval-plan.ts'
import { accounts } from './chains/chain-book.ts'
import { chainClient } from './chains/chain-client.ts'
import {
  approve,
  chainOf,
  type RequestParts,
  requestOf,
  signRequest,
  tokenOf,
  unitsOf,
} from './chains/test-requests.ts'
import { liveReader } from './live-reader.ts'
import { useLiveSandbox } from './use-sandbox.ts'

const { person } = accounts

const { ledger, deployment } = (await useLiveSandbox()).sandbox
const harbour = chainOf(ledger, 'Harbour')
const client = chainClient(harbour.rpcUrl)
const reader = liveReader(deployment)

async function paidUnits(chainId: number, hash: Hex, token: Address, receiver: Address): Promise<bigint> {
  const wanted = { hash, token, receiver, contracts: [], requestHash: null }
  const payment = acceptAnyHost(await reader.payment(chainId, wanted))
  return payment?.parts.reduce((sum, { units }) => sum + units, 0n) ?? -1n
}

describe('balances of an account', () => {
  test('include all tokens of every chain, with and without Multicall3', async () => {
    const truth = await ledger.balances(person)
    const chains = deployment.chains.map((chain) => ({ ...chain, multicall3: null }))
    const oneByOne = liveReader({ ...deployment, chains })
    for (const chain of ledger.chains) {
      const addresses = chain.tokens.map(({ address }) => address)
      const expected = Object.fromEntries(
        addresses.map((address) => [`${chain.chainId}:${address}`, truth[chain.chainId]?.[address]]),
      )
      expect(await reader.balances(chain.chainId, person, addresses)).toEqual(expected)
      expect(await oneByOne.balances(chain.chainId, person, addresses)).toEqual(expected)
    }
  })
})

test('reads the data fee of a rollup from the contract of its chain', async () => {
  const rollup = liveReader(deployment)
  // Returns the size of the call: getL1Fee(bytes) with 2 kB, and getOperatorFee(uint256).
  await client.setCode('0x420000000000000000000000000000000000000f', '0x365f5260205ff3')
  const price = await rollup.gasPrice(harbour.chainId)
  expect(price.dataFeeUnits).toBe(BigInt(4 + 64 + 2_048 + 4 + 32))
})

test.each([
  ['USDC', 1_000_000n, 1_000_000n],
  ['USDT', 1_000_000n, 1_000_000n],
  ['TOLL', 1_000_000n, 990_000n],
  ['TOLL', 99n, 99n],
  ['USDC', 10n ** 40n, null],
] as const)(
  'L6: the arriving amount of a transfer of %s %s units: %s, and nothing has moved',
  async (symbol, units, arrived) => {
    const { address } = tokenOf(harbour, symbol)
    const { chainId, permit2 } = harbour
    const held = await reader.balance(chainId, address, person)
    expect(await reader.arrivingUnits(chainId, address, person, permit2, units)).toBe(arrived)
    expect(await reader.balance(chainId, address, person)).toBe(held)
    expect(await reader.codeAt(chainId, person)).toBe('0x')
  },
)

test.each(['USDC', 'DAI', 'USDT'])('approvals of %s go through as planned', async (symbol) => {
  const { address } = tokenOf(harbour, symbol)
  const { chainId, permit2 } = harbour
  for (const neededUnits of [5n, 7n]) {
    const allowanceUnits = await reader.allowance(chainId, address, person, permit2)
    const approveWorks = await reader.approveWorks(chainId, address, person, permit2, neededUnits)
    const plan = planApprovals({ allowanceUnits, neededUnits, approveWorks })
    expect(plan).toHaveLength(symbol === 'USDT' && neededUnits === 7n ? 2 : 1)
    for (const { amountUnits } of plan) {
      const { to, data, value } = approveCall(address, permit2, amountUnits)
      await client.send({ from: person, to, data, valueUnits: value })
    }
    expect(await reader.allowance(chainId, address, person, permit2)).toBe(neededUnits)
  }
})

describe('transactions', () => {
  test('are simulated before they are sent', async () => {
    const { address } = tokenOf(harbour, 'USDC')
    const transferAll = (units: bigint) => ({
      from: person,
      to: address,
      data: `0xa9059cbb${'0'.repeat(24)}${harbour.permit2.slice(2)}${units.toString(16).padStart(64, '0')}`,
      value: 0n,
    })
    const call = (units: bigint) => reader.simulate(harbour.chainId, transferAll(units) as never)
    expect(await call(1n)).toBe(null)
    expect(await call(2n ** 255n)).toMatch(/revert/)
    const tooDear = { from: person, to: person, data: '0x', value: 2n ** 200n } as const
    expect(await reader.simulate(harbour.chainId, tooDear)).toMatch(/insufficient funds/i)
  })
})

describe('a swap', () => {
  test('reports whether a nonce was taken by a swap or cancelled', async () => {
    const { address } = tokenOf(harbour, 'USDC')
    const { chainId, permit2 } = harbour
    const first = Math.floor(Date.now() / 1_000)
    const sinceBlock = await reader.blockNumber(chainId)
    const wantedOf = (nonce: number): RequestParts => ({
      kind: 'SINGLE_OUTPUT_REQUEST',
      origin: harbour,
      inputToken: address,
      inputUnits: 5n,
      nonce,
      deadlineSeconds: first + 600,
    })
    const extract = async (nonce: number) => {
      const struct = requestOf(wantedOf(nonce))
      return ledger.extractSigned('SINGLE_OUTPUT_REQUEST', struct, await signRequest(wantedOf(nonce), struct))
    }
    const cancel = async (nonce: number) => {
      const { to, data, value } = cancelCall(permit2, BigInt(nonce))
      return client.send({ from: person, to, data, valueUnits: value })
    }
    const endOf = async (nonce: number) =>
      acceptAnyHost(await reader.nonceEnd(chainId, person, BigInt(nonce), address, sinceBlock))
    await approve(harbour, address, permit2, 50n)
    expect(await endOf(first)).toMatchObject({ end: 'unused' })
    const hash = await cancel(first)
    const early = await endOf(first)
    expect(early).toMatchObject({ end: 'cancelled', hash })
    expect(early?.confirmations).toBeGreaterThanOrEqual(1)
    expect(await reader.nonceUsed(chainId, person, BigInt(first))).toBe(true)
    await expect(extract(first)).rejects.toThrow()

    await extract(first + 1)
    expect(await endOf(first + 1)).toMatchObject({ end: 'taken' })
    // Permit2 accepts a late cancellation without an error.
    await cancel(first + 1)
    expect(await endOf(first + 1)).toMatchObject({ end: 'taken' })
    // Two transactions later, each in its own block. The chain may mine empty blocks between them.
    const late = await endOf(first)
    expect(late).toMatchObject({ end: 'cancelled', hash })
    expect(late?.confirmations).toBeGreaterThanOrEqual((early?.confirmations ?? 0) + 2)
    expect(await endOf(first + 2)).toMatchObject({ end: 'unused' })
  })

  test('delivers the promised amount, in a token and in the native currency', async () => {
    const requestHash: Hex = `0x${'ab'.repeat(32)}`
    const island = chainOf(ledger, 'Island')
    for (const token of [tokenOf(island, 'USDC').address, nativeAddress]) {
      const before = await unitsOf(ledger, island, token)
      const hash = await ledger.fulfil(island.chainId, requestHash, token, 1_490_000n, person)
      expect(await unitsOf(ledger, island, token)).toBe(before + 1_490_000n)
      expect(await paidUnits(island.chainId, hash, token, person)).toBe(1_490_000n)
      await ledger.reset()
    }
  })

  test('delivers a payment sent directly to the receiver', async () => {
    const receiver: Hex = `0x${'77'.repeat(20)}`
    const hash = await client.send({ from: person, to: receiver, data: '0x', valueUnits: 9n })
    expect(await paidUnits(harbour.chainId, hash, nativeAddress, receiver)).toBe(9n)
  })
})
