import { parseEventLogs } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { useChains } from '../use-sandbox.ts'
import { accounts } from './chain-book.ts'
import { chainClient } from './chain-client.ts'
import { gatewayAbis } from './contract-abis.ts'
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

const ledger = await useChains(testBase)
const harbour = chainOf(ledger, 'Harbour')
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

describe.each(kinds)('a signed %s', (kind) => {
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

  test('is refused with fee bytes of the wrong length', async () => {
    const wanted = requestFor(kind)
    const struct = { ...requestOf(wanted), affiliateFees: `0x${'11'.repeat(64)}` }
    const signature = await signRequest(wanted, struct)
    await expect(ledger.extractSigned(kind, struct, signature)).rejects.toThrow('WrongAffiliateFees(64)')
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
