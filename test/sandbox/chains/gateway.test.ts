import { concat, erc20Abi, type Hash, numberToHex, parseEventLogs } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { useChains } from '../use-sandbox.ts'
import { accounts, nativeAddress } from './chain-book.ts'
import { chainClient } from './chain-client.ts'
import { gatewayAbis, refunderAbi } from './contract-abis.ts'
import type { RequestKind } from './ledger.ts'
import {
  approve,
  chainOf,
  type RequestParts,
  requestOf,
  signRequest,
  testBase,
  tokenOf,
  unitsOf,
} from './test-requests.ts'

const kinds: readonly RequestKind[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']
const inputUnits = 1_500_000n
const taker = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const ledger = await useChains(testBase)
const harbour = chainOf(ledger, 'Harbour')
const island = chainOf(ledger, 'Island')
beforeEach(() => ledger.reset())

function requestFor(kind: RequestKind, symbol = 'USDC', lifeSeconds = 600): RequestParts {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const inputToken = tokenOf(harbour, symbol).address
  return {
    kind,
    origin: harbour,
    inputToken,
    inputUnits,
    nonce: nowSeconds,
    deadlineSeconds: nowSeconds + lifeSeconds,
  }
}

async function extracted(wanted: RequestParts): Promise<Hash> {
  await approve(harbour, wanted.inputToken, harbour.permit2, inputUnits)
  const struct = requestOf(wanted)
  await ledger.extractSigned(wanted.kind, struct, await signRequest(wanted, struct))
  return ledger.requestHash(wanted.kind, struct)
}

describe.each(kinds)('a signed %s', (kind) => {
  test.each(['USDC', 'USDT', 'DAI'])('is extracted through Permit2 in %s and settled', async (symbol) => {
    const wanted = requestFor(kind, symbol)
    const before = await unitsOf(ledger, harbour, wanted.inputToken)
    const solverBefore = await unitsOf(ledger, harbour, wanted.inputToken, accounts.solver)
    const requestHash = await extracted(wanted)
    expect(await unitsOf(ledger, harbour, wanted.inputToken)).toBe(before - inputUnits)
    expect(await unitsOf(ledger, harbour, wanted.inputToken, harbour.gateway)).toBe(inputUnits)
    await ledger.settle(harbour.chainId, requestHash)
    expect(await unitsOf(ledger, harbour, wanted.inputToken, accounts.solver)).toBe(solverBefore + inputUnits)
    await expect(ledger.cancel(harbour.chainId, requestHash)).rejects.toThrow('NotExtracted()')
  })

  test('emits the amount that it took, with the request hash first', async () => {
    const wanted = requestFor(kind)
    await approve(harbour, wanted.inputToken, harbour.permit2, inputUnits)
    const struct = requestOf(wanted)
    const hash = await ledger.extractSigned(kind, struct, await signRequest(wanted, struct))
    const { logs } = await chainClient(harbour.rpcUrl).reads.getTransactionReceipt({ hash })
    const [event] = parseEventLogs({ abi: gatewayAbis[kind], eventName: 'Extracted', logs })
    expect(event?.topics[1]).toBe(ledger.requestHash(kind, struct))
    expect(event?.args).toMatchObject({ amount: inputUnits })
  })

  test('pays the affiliate its packed share of the input, and settles the rest', async () => {
    const wanted = requestFor(kind)
    await approve(harbour, wanted.inputToken, harbour.permit2, inputUnits)
    // 3.5 bps of 1500000 are 525.
    const share = numberToHex(35n * 10n ** 11n, { size: 7 })
    const struct = { ...requestOf(wanted), affiliateFees: concat([taker, share]) }
    await ledger.extractSigned(kind, struct, await signRequest(wanted, struct))
    expect(await unitsOf(ledger, harbour, wanted.inputToken, taker)).toBe(525n)
    const solverBefore = await unitsOf(ledger, harbour, wanted.inputToken, accounts.solver)
    await ledger.settle(harbour.chainId, ledger.requestHash(kind, struct))
    expect(await unitsOf(ledger, harbour, wanted.inputToken, accounts.solver)).toBe(
      solverBefore + inputUnits - 525n,
    )
  })

  test('is refused with fee bytes of the wrong length', async () => {
    const wanted = requestFor(kind)
    const struct = { ...requestOf(wanted), affiliateFees: `0x${'11'.repeat(64)}` }
    const signature = await signRequest(wanted, struct)
    await expect(ledger.extractSigned(kind, struct, signature)).rejects.toThrow('WrongAffiliateFees(64)')
  })

  test('returns to its sender when it is cancelled', async () => {
    const wanted = requestFor(kind)
    const before = await unitsOf(ledger, harbour, wanted.inputToken)
    const requestHash = await extracted(wanted)
    await ledger.cancel(harbour.chainId, requestHash)
    expect(await unitsOf(ledger, harbour, wanted.inputToken)).toBe(before)
  })

  test('is refused with the reason when it cannot be extracted', async () => {
    const wanted = requestFor(kind)
    const struct = requestOf(wanted)
    const signature = await signRequest(wanted, struct)
    await expect(ledger.extractSigned(kind, struct, signature)).rejects.toThrow('TRANSFER_FROM_FAILED')
    await approve(harbour, wanted.inputToken, harbour.permit2, 10n * inputUnits)
    const dearer = requestOf({ ...wanted, inputUnits: 2n * inputUnits })
    await expect(ledger.extractSigned(kind, dearer, signature)).rejects.toThrow('InvalidSigner()')
    await ledger.extractSigned(kind, struct, signature)
    await expect(ledger.extractSigned(kind, struct, signature)).rejects.toThrow('AlreadyExtracted()')
    const sameNonce = { ...wanted, inputUnits: 1n }
    const other = requestOf(sameNonce)
    await expect(ledger.extractSigned(kind, other, await signRequest(sameNonce, other))).rejects.toThrow(
      'InvalidNonce()',
    )
    const late = requestFor(kind, 'USDC', -5)
    const lateStruct = requestOf(late)
    await expect(ledger.extractSigned(kind, lateStruct, await signRequest(late, lateStruct))).rejects.toThrow(
      'DeadlinePassed',
    )
    const foreign = {
      ...struct,
      basicReq: { ...(struct.basicReq as object), exchangeGateway: accounts.solver },
    }
    await expect(ledger.extractSigned(kind, foreign, signature)).rejects.toThrow('WrongGateway')
  })
})

describe('fulfil', () => {
  const requestHash: Hash = `0x${'ab'.repeat(32)}`

  test.each(['USDC', 'USDT', 'WISLE'])(
    'pays %s to the receiver by its own transfer, once',
    async (symbol) => {
      const { address } = tokenOf(island, symbol)
      const before = await unitsOf(ledger, island, address)
      const hash = await ledger.fulfil(island.chainId, requestHash, address, 1_490_000n, accounts.person)
      expect(await unitsOf(ledger, island, address)).toBe(before + 1_490_000n)
      const { logs } = await chainClient(island.rpcUrl).reads.getTransactionReceipt({ hash })
      const [transfer] = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
      expect(transfer?.address).toBe(address)
      expect(transfer?.args.to.toLowerCase()).toBe(accounts.person)
      await expect(ledger.fulfil(island.chainId, requestHash, address, 1n, accounts.person)).rejects.toThrow(
        'AlreadyFulfilled()',
      )
    },
  )

  test('pays the native currency', async () => {
    const before = await unitsOf(ledger, island, nativeAddress)
    await ledger.fulfil(island.chainId, requestHash, nativeAddress, 10n ** 18n, accounts.person)
    expect(await unitsOf(ledger, island, nativeAddress)).toBe(before + 10n ** 18n)
  })
})

describe('a refund by the contract that is neither gateway nor inbox', () => {
  const requestHash: Hash = `0x${'cd'.repeat(32)}`

  test.each(['USDC', 'native'])(
    'pays %s once, and names the request in the data of its event',
    async (name) => {
      const address = name === 'native' ? nativeAddress : tokenOf(island, name).address
      const before = await unitsOf(ledger, island, address)
      const refund = () => ledger.refund(island.chainId, requestHash, address, 1_490_000n, accounts.person)
      const hash = await refund()
      expect(await unitsOf(ledger, island, address)).toBe(before + 1_490_000n)
      const { logs } = await chainClient(island.rpcUrl).reads.getTransactionReceipt({ hash })
      const [event] = parseEventLogs({ abi: refunderAbi, logs })
      expect(event).toMatchObject({ address: island.refunder, args: { requestHash } })
      expect(event?.topics).toHaveLength(1)
      await expect(refund()).rejects.toThrow('AlreadyRefunded()')
    },
  )
})

test('an intermediate swap swaps the input into the token that the request names, and reverts below the minimum', async () => {
  const wanted = requestFor('SINGLE_OUTPUT_REQUEST', 'USDT')
  await approve(harbour, wanted.inputToken, harbour.permit2, inputUnits)
  const struct = { ...requestOf(wanted), minSwapOutput: '1490000' }
  const token = tokenOf(harbour, 'DAI').address
  await expect(ledger.swapIntermediate(struct, 1_490_000n)).rejects.toThrow('NotExtracted()')
  await ledger.extractSigned(wanted.kind, struct, await signRequest(wanted, struct))
  await expect(ledger.swapIntermediate(struct, 1_489_999n)).rejects.toThrow('TooLittleOnTheWay(1489999)')
  await ledger.swapIntermediate(struct, 1_490_000n)
  expect(await unitsOf(ledger, harbour, wanted.inputToken, harbour.gateway)).toBe(0n)
  expect(await unitsOf(ledger, harbour, token, harbour.gateway)).toBe(1_490_000n)
  const before = await unitsOf(ledger, harbour, token, accounts.solver)
  await ledger.settle(harbour.chainId, ledger.requestHash(wanted.kind, struct))
  expect(await unitsOf(ledger, harbour, token, accounts.solver)).toBe(before + 1_490_000n)
})
