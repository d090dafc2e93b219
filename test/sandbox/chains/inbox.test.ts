import type { Address, Hash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, nativeAddress } from './chain-book.ts'
import { chainClient } from './chain-client.ts'
import { createRequestData, inboxAbis, withdrawFundsData } from './contract-abis.ts'
import type { Ledger, RequestKind, RequestStruct, SandboxChain } from './ledger.ts'
import { toContractStruct } from './request-struct.ts'
import { startChains } from './start-chains.ts'
import { approve, chainOf, requestOf, testBase, tokenOf, unitsOf } from './test-requests.ts'

const kinds: readonly RequestKind[] = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']
const refundAddress: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const inputUnits = 2_000_000n

let ledger: Ledger
let harbour: SandboxChain

beforeAll(async () => {
  ledger = await startChains({ base: testBase })
  harbour = chainOf(ledger, 'Harbour')
})
afterAll(() => ledger.stop())
beforeEach(() => ledger.reset())

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

describe.each(kinds)('an inbox %s', (kind) => {
  test('brings the native currency and is read back from the events', async () => {
    const struct = structFor(kind, nativeAddress)
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
    const before = await unitsOf(ledger, harbour, nativeAddress, refundAddress)
    await ledger.extractInbox(kind, struct)
    expect((await ledger.findInboxRequest(harbour.chainId, requestHash))?.status).toBe('extracted')
    expect(await unitsOf(ledger, harbour, nativeAddress, harbour.gateway)).toBe(inputUnits)
    await ledger.refund(harbour.chainId, requestHash)
    expect(await unitsOf(ledger, harbour, nativeAddress, refundAddress)).toBe(before + inputUnits)
  })

  test.each(['USDC', 'USDT'])('brings %s without a signature and is settled', async (symbol) => {
    const { address } = tokenOf(harbour, symbol)
    const before = await unitsOf(ledger, harbour, address)
    const solverBefore = await unitsOf(ledger, harbour, address, accounts.solver)
    await approve(harbour, address, harbour.inbox, inputUnits)
    const struct = structFor(kind, address)
    await create(kind, struct, 0n)
    expect(await unitsOf(ledger, harbour, address)).toBe(before - inputUnits)
    const requestHash = ledger.requestHash(kind, struct)
    expect((await ledger.findInboxRequest(harbour.chainId, requestHash))?.valueUnits).toBe(0n)
    await ledger.extractInbox(kind, struct)
    await ledger.settle(harbour.chainId, requestHash)
    expect(await unitsOf(ledger, harbour, address, accounts.solver)).toBe(solverBefore + inputUnits)
  })

  test('is refunded by the solver at any time, once', async () => {
    const struct = structFor(kind, nativeAddress)
    await create(kind, struct, inputUnits)
    const before = await unitsOf(ledger, harbour, nativeAddress, refundAddress)
    const withdrawTxHash = await ledger.refundInbox(kind, struct)
    expect(await unitsOf(ledger, harbour, nativeAddress, refundAddress)).toBe(before + inputUnits)
    const found = await ledger.findInboxRequest(harbour.chainId, ledger.requestHash(kind, struct))
    expect(found).toMatchObject({ status: 'withdrawn', withdrawTxHash })
    await expect(ledger.refundInbox(kind, struct)).rejects.toThrow('NotOpen()')
    await expect(ledger.extractInbox(kind, struct)).rejects.toThrow('NotOpen()')
  })

  test('is withdrawn by anyone, but only after its deadline', async () => {
    const client = chainClient(harbour.rpcUrl)
    const struct = structFor(kind, nativeAddress)
    await create(kind, struct, inputUnits)
    const args = [toContractStruct(kind, struct)]
    const abi = inboxAbis[kind]
    const withdrawal = {
      from: accounts.deployer,
      to: harbour.inbox,
      abi,
      functionName: 'withdrawFunds',
      args,
    }
    await expect(client.call(withdrawal)).rejects.toThrow('TooEarly')
    await client.reads.request({ method: 'evm_increaseTime', params: [601] } as never)
    const before = await unitsOf(ledger, harbour, nativeAddress, refundAddress)
    const data = withdrawFundsData(kind, struct)
    await client.send({ from: accounts.deployer, to: harbour.inbox, data, valueUnits: 0n })
    expect(await unitsOf(ledger, harbour, nativeAddress, refundAddress)).toBe(before + inputUnits)
  })

  test('is refused with a wrong value, twice, and once its deadline has passed', async () => {
    const call = (struct: RequestStruct, valueUnits: bigint) => {
      const args = [toContractStruct(kind, struct), refundAddress]
      const functionName = 'createRequest'
      const abi = inboxAbis[kind]
      const to = harbour.inbox
      return chainClient(harbour.rpcUrl).call({
        from: accounts.person,
        to,
        abi,
        functionName,
        args,
        valueUnits,
      })
    }
    const struct = structFor(kind, nativeAddress)
    await expect(call(struct, inputUnits - 1n)).rejects.toThrow('WrongValue()')
    await call(struct, inputUnits)
    await expect(call(struct, inputUnits)).rejects.toThrow('AlreadyCreated()')
    await expect(call(structFor(kind, nativeAddress, -5), inputUnits)).rejects.toThrow('DeadlinePassed')
    const ofPerson = { ...struct, basicReq: { ...(struct.basicReq as object), sender: accounts.person } }
    await expect(call(ofPerson, inputUnits)).rejects.toThrow('WrongSender')
  })
})
