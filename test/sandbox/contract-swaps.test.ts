import { type Address, encodeDeployData, getContractAddress, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { WalletRequest } from '../../lib/wallet/port.ts'
import { accounts } from './chains/chain-book.ts'
import { chainClient } from './chains/chain-client.ts'
import { compileContracts, compiledContract } from './chains/compile.ts'
import type { LiveWallet } from './live-engine.ts'
import { liveWallet } from './live-wallet.ts'
import { pageAccount, useLiveEngine, useLiveSandbox } from './use-sandbox.ts'

const partner = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 1,
})
const contracts = await compileContracts()
const queued = compiledContract(contracts, 'QueuedAccount')

const bench = await useLiveSandbox()
const harbour = bench.chain(31337)
const client = chainClient(harbour.rpcUrl)

function askBy(userAddress: Address, part: Partial<QuoteRequest>): QuoteRequest {
  return {
    originChainId: harbour.chainId,
    destinationChainId: 31338,
    inputToken: nativeAddress,
    inputAmount: '100000000000000000',
    outputToken: bench.token(31338, 'USDC'),
    userAddress,
    receiverAddress: userAddress,
    slippagePercent: '0.5',
    ...part,
  }
}

/** Verified from FULFILLED on. A poll between FULFILLED and SETTLED reports the earlier code. */
const isSettled = (order: Order) => order.state === 'verified_terminal' && order.statusCode === 4

describe('an account of two owners (Safe-like)', () => {
  /**
   * Its wallet proposes, and answers the proposal's own hash. No transaction exists before the other owner
   * agrees.
   */
  async function account(): Promise<{ address: Address; wallet: LiveWallet; proposals: Hex[] }> {
    const { abi, bytecode } = queued
    const nonce = await client.reads.getTransactionCount({ address: accounts.person })
    const args = [accounts.person, partner.address]
    const data = encodeDeployData({ abi, bytecode, args })
    await client.send({ from: accounts.person, to: undefined, data, valueUnits: 0n })
    const created = getContractAddress({ from: accounts.person, nonce: BigInt(nonce) })
    const address = created.toLowerCase() as Address
    const proposals: Hex[] = []
    const wallet: LiveWallet = {
      read: async () => null,
      async request({ params }: WalletRequest) {
        const { to, data: callData, value } = params[0] as { to: Address; data: Hex; value: Hex }
        const call = { abi, functionName: 'propose', args: [to, BigInt(value), callData] } as const
        const { result } = await client.reads.simulateContract({ ...call, address, account: accounts.person })
        await client.call({ from: accounts.person, to: address, ...call })
        proposals.push(result as Hex)
        return result
      },
    }
    return { address, wallet, proposals }
  }

  test('verifies a swap although the wallet answered a hash that is no transaction', async () => {
    const { address, wallet, proposals } = await account()
    await client.send({ from: accounts.person, to: address, data: '0x', valueUnits: 2n * 10n ** 18n })
    const engine = useLiveEngine(bench.sandbox.deployment, wallet)
    const id = await engine.begin(askBy(address, {}), pageAccount(address))
    const sent = await engine.until(id, ({ state }) => state === 'sent')
    expect(sent.transactions.map(({ hash }) => hash)).toEqual(proposals)
    const carried = await client.call({
      from: partner.address,
      to: address,
      abi: queued.abi,
      functionName: 'agree',
      args: proposals,
    })
    await bench.waitForStatus(sent.terms.requestHash ?? '', 4)
    // If no node shows the transaction for a minute, Ferry also asks the service.
    await engine.pass(70_000)
    const order = await engine.until(id, isSettled)
    expect(order).toMatchObject({
      statusCode: 4,
      sourceTransactionHash: carried,
      problem: null,
      anomalies: [],
    })
    expect((await bench.sandbox.control.truth()).requests).toHaveLength(1)
  })
})

test('an account of one key that runs several calls in one transaction (EIP-5792, EIP-7702) approves and sends in one own transaction, which uses up the approval', async () => {
  const { wallet, methods } = await liveWallet(bench.sandbox.ledger.chains, 'auto=1&smart=1')
  const address = accounts.person.toLowerCase() as Address
  const engine = useLiveEngine(bench.sandbox.deployment, wallet)
  const usdc = bench.token(31337, 'USDC')
  const part = { inputToken: usdc, inputAmount: '25000000', options: { useInbox: true } }
  const before = await bench.held(31337, usdc, address)
  const id = await engine.begin(askBy(address, part), pageAccount(address))
  const order = await engine.until(id, isSettled)
  expect(order).toMatchObject({ kind: 'inbox', statusCode: 4, problem: null, anomalies: [] })
  expect(methods.filter((method) => /^(eth_send|wallet_send)/.test(method))).toEqual(['wallet_sendCalls'])
  expect(before - (await bench.held(31337, usdc, address))).toBe(25_000_000n)
  const hash = (order.sourceTransactionHash ?? '0x') as Hex
  const { from, to } = await client.reads.getTransaction({ hash })
  expect([from, to]).toEqual([address, address])
  const repeated = wallet.request({
    ...{ requestId: 'again', wallet: null, method: 'wallet_sendCalls', account: null, chain: null },
    params: [
      {
        ...{ version: '2.0.0', id: order.callsId, from: address, chainId: '0x7a69', atomicRequired: true },
        calls: [{ to: address, data: '0x', value: '0x0' }],
      },
    ],
  })
  await expect(repeated).rejects.toMatchObject({ code: 5720 })
})
