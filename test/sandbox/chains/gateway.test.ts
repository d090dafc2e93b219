import { describe, expect, test } from 'vitest'
import { useLiveSandbox } from '../use-sandbox.ts'
import { accounts } from './chain-book.ts'
import type { RequestKind } from './ledger.ts'
import { approve, chainOf, type RequestParts, requestOf, signRequest, tokenOf } from './test-requests.ts'

const kinds: readonly RequestKind[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']
const inputUnits = 1_500_000n

const { ledger } = (await useLiveSandbox()).sandbox
const harbour = chainOf(ledger, 'Harbour')

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
