import type { Address, Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { useLiveSandbox } from '../use-sandbox.ts'
import { accounts, nativeAddress } from './chain-book.ts'
import { chainClient } from './chain-client.ts'
import { createRequestData, inboxAbis } from './contract-abis.ts'
import type { RequestKind, RequestStruct } from './ledger.ts'
import { toContractStruct } from './request-struct.ts'
import { approve, chainOf, requestOf, unitsOf } from './test-requests.ts'

const kinds: readonly RequestKind[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']
const refundAddress: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const inputUnits = 2_000_000n

const { ledger } = (await useLiveSandbox()).sandbox
const harbour = chainOf(ledger, 'Harbour')

function structFor(kind: RequestKind, inputToken: Address, lifeSeconds = 600): RequestStruct {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const deadlineSeconds = nowSeconds + lifeSeconds
  const sender = harbour.inbox
  return requestOf({
    kind,
    origin: harbour,
    inputToken,
    inputUnits,
    nonce: nowSeconds,
    deadlineSeconds,
    sender,
  })
}

function create(kind: RequestKind, struct: RequestStruct, valueUnits: bigint): Promise<Hash> {
  const data = createRequestData(kind, struct, refundAddress)
  return chainClient(harbour.rpcUrl).send({ from: accounts.person, to: harbour.inbox, data, valueUnits })
}

function tried(kind: RequestKind, struct: RequestStruct, valueUnits: bigint): Promise<Hash> {
  const args = [toContractStruct(kind, struct), refundAddress]
  const call = { to: harbour.inbox, abi: inboxAbis[kind], functionName: 'createRequest', args, valueUnits }
  return chainClient(harbour.rpcUrl).call({ from: accounts.person, ...call })
}

describe.each(kinds)('an inbox %s', (kind) => {
  test.each(['wrapped', 'constant'] as const)(
    'brings the native currency in the %s form, as its events report',
    async (form) => {
      await ledger.setNativeForm(form)
      const inputToken = form === 'wrapped' ? harbour.wrappedNative : nativeAddress
      const struct = structFor(kind, inputToken)
      const requestHash = ledger.requestHash(kind, struct)
      expect(await ledger.findInboxRequest(harbour.chainId, requestHash)).toBeNull()
      const txHash = await create(kind, struct, inputUnits)
      const found = await ledger.findInboxRequest(harbour.chainId, requestHash)
      expect(found).toEqual({
        kind,
        struct,
        sender: accounts.person,
        refundAddress,
        valueUnits: inputUnits,
        txHash,
        blockTimestampSeconds: expect.any(Number),
        status: 'open',
        withdrawTxHash: null,
      })
      const before = await unitsOf(ledger, harbour, inputToken, refundAddress)
      await ledger.extractInbox(kind, struct)
      expect((await ledger.findInboxRequest(harbour.chainId, requestHash))?.status).toBe('extracted')
      expect(await unitsOf(ledger, harbour, inputToken, harbour.gateway)).toBe(inputUnits)
      await expect(ledger.refundInbox(kind, struct)).rejects.toThrow('NotOpen()')
      await ledger.cancel(harbour.chainId, requestHash)
      expect((await ledger.findInboxRequest(harbour.chainId, requestHash))?.status).toBe('returned')
      expect(await unitsOf(ledger, harbour, inputToken, harbour.inbox)).toBe(inputUnits)
      expect(await unitsOf(ledger, harbour, inputToken, refundAddress)).toBe(before)
      await ledger.refundInbox(kind, struct)
      await expect(ledger.refundInbox(kind, struct)).rejects.toThrow('NotOpen()')
      expect(await unitsOf(ledger, harbour, inputToken, refundAddress)).toBe(before + inputUnits)
    },
  )

  test('refuses the other form of a native request in each form', async () => {
    const foreign = structFor(kind, nativeAddress)
    await expect(tried(kind, foreign, inputUnits)).rejects.toThrow('WrongValue()')
    await ledger.setNativeForm('constant')
    await expect(tried(kind, structFor(kind, harbour.wrappedNative), inputUnits)).rejects.toThrow(
      'WrongValue()',
    )
  })

  test('refuses the wrapped native token as an ERC-20, because it requires the value', async () => {
    await approve(harbour, harbour.wrappedNative, harbour.inbox, inputUnits)
    const struct = structFor(kind, harbour.wrappedNative)
    await expect(tried(kind, struct, 0n)).rejects.toThrow('WrongValue()')
  })

  test.each(['0x1234', `0x${'11'.repeat(26)}`, `0x${'11'.repeat(28)}`, `0x${'11'.repeat(64)}`] as const)(
    'is refused with fee bytes %s',
    async (affiliateFees) => {
      const struct = { ...structFor(kind, harbour.wrappedNative), affiliateFees }
      await expect(tried(kind, struct, inputUnits)).rejects.toThrow('WrongAffiliateFees')
    },
  )

  test('is paid out only once', async () => {
    const struct = structFor(kind, harbour.wrappedNative)
    await create(kind, struct, inputUnits)
    const before = await unitsOf(ledger, harbour, harbour.wrappedNative, refundAddress)
    const withdrawTxHash = await ledger.refundInbox(kind, struct)
    expect(await unitsOf(ledger, harbour, harbour.wrappedNative, refundAddress)).toBe(before + inputUnits)
    const found = await ledger.findInboxRequest(harbour.chainId, ledger.requestHash(kind, struct))
    expect(found).toMatchObject({ status: 'withdrawn', withdrawTxHash })
    await expect(ledger.refundInbox(kind, struct)).rejects.toThrow('NotOpen()')
    await expect(ledger.extractInbox(kind, struct)).rejects.toThrow('InvalidContractSignature()')
  })

  test('is refused with a wrong value, a second time, and after its deadline', async () => {
    const struct = structFor(kind, harbour.wrappedNative)
    await expect(tried(kind, struct, inputUnits - 1n)).rejects.toThrow('WrongValue()')
    await tried(kind, struct, inputUnits)
    await expect(tried(kind, struct, inputUnits)).rejects.toThrow('AlreadyCreated()')
    const late = structFor(kind, harbour.wrappedNative, -5)
    await expect(tried(kind, late, inputUnits)).rejects.toThrow('DeadlinePassed')
    const ofPerson = { ...struct, basicReq: { ...(struct.basicReq as object), sender: accounts.person } }
    await expect(tried(kind, ofPerson, inputUnits)).rejects.toThrow('WrongSender')
  })
})
