import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type RequestedTransaction, readChain, readRequestedTransaction } from './sign-and-send.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletChain, WalletMemory } from './wallet-memory.ts'

/** The address, on each of the sandbox's chains, of the code that a smart account delegates to (EIP-7702). */
export const batchDelegate: Address = '0x0000000000000000000000000000000000005792'

const delegateAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

export interface RequestedCalls {
  readonly id: string
  readonly calls: readonly RequestedTransaction[]
}

/** EIP-5792. Throws -32602 if they are malformed or for another account or chain. */
export function readRequestedCalls(
  params: readonly unknown[],
  account: Address,
  chainId: number,
): RequestedCalls {
  const given = params[0] as { readonly [name: string]: unknown } | undefined
  if (given?.version !== '2.0.0' || !Array.isArray(given.calls) || given.calls.length === 0) {
    throw new WalletError(-32602, 'the calls are malformed')
  }
  if (Number(given.chainId) !== chainId) throw new WalletError(5710, 'that is not the active chain')
  if (given.atomicRequired !== true) throw new WalletError(-32602, 'one by one is for eth_sendTransaction')
  const { id = crypto.randomUUID() } = given
  if (typeof id !== 'string' || id === '' || id.length > 4_096)
    throw new WalletError(-32602, 'the id is malformed')
  const { from } = given
  return {
    id,
    calls: given.calls.map((call: object) => readRequestedTransaction([{ from, ...call }], account, chainId)),
  }
}

/**
 * `wallet_getCapabilities`: several calls as one on the requested chains. Throws 4100 for another account.
 */
export function atomicCapabilities(
  [account, requested]: readonly unknown[],
  accounts: readonly Address[],
  chains: readonly WalletChain[],
): object {
  if (accounts.every((each) => each !== `${account}`.toLowerCase()))
    throw new WalletError(4100, 'not connected')
  const wanted = chains.filter(
    ({ chainId }) => !Array.isArray(requested) || requested.map(Number).includes(chainId),
  )
  return Object.fromEntries(
    wanted.map(({ chainId }) => [numberToHex(chainId), { atomic: { status: 'supported' } }]),
  )
}

/**
 * Sends the calls in one transaction of the account to itself. Delegates the account first if it has not yet.
 */
export async function sendCalls(
  account: PrivateKeyAccount,
  chain: WalletChain,
  calls: readonly RequestedTransaction[],
): Promise<Hex> {
  const transport = http(chain.rpcUrl)
  const client = createWalletClient({ account, transport })
  const data = encodeFunctionData({
    abi: delegateAbi,
    functionName: 'execute',
    args: [calls.map(({ to, valueUnits, data: callData }) => ({ to, value: valueUnits, data: callData }))],
  })
  const code = await createPublicClient({ transport }).getCode({ address: account.address })
  const isDelegated = code?.toLowerCase().endsWith(batchDelegate.slice(2).toLowerCase()) === true
  try {
    if (isDelegated) return await client.sendTransaction({ chain: null, to: account.address, data })
    const authorization = await client.signAuthorization({
      contractAddress: batchDelegate,
      chainId: chain.chainId,
      executor: 'self',
    })
    return await client.sendTransaction({
      chain: null,
      to: account.address,
      data,
      authorizationList: [authorization],
    })
  } catch (thrown) {
    throw new WalletError(
      -32603,
      thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown),
    )
  }
}

/** `wallet_getCallsStatus` of calls that were sent in one transaction. Throws 5730 for an unknown id. */
export async function callsStatus(
  id: string,
  memory: WalletMemory,
  chains: readonly WalletChain[],
): Promise<object> {
  const calls = memory.callsOf(id)
  const chain = chains.find(({ chainId }) => chainId === calls?.chainId)
  if (calls === undefined || chain === undefined) throw new WalletError(5730, 'no calls have this id')
  const receipt = await readChain(chain.rpcUrl, 'eth_getTransactionReceipt', [calls.hash])
  const common = { version: '2.0.0', id, chainId: numberToHex(chain.chainId), atomic: true }
  if (receipt === null) return { ...common, status: 100 }
  const status = (receipt as { status?: unknown }).status === '0x1' ? 200 : 500
  return { ...common, status, receipts: [receipt] }
}
