import { type Address, createWalletClient, type Hex, http, isAddress, isHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { TypedData } from './describe-request.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletChain } from './wallet-memory.ts'

export interface RequestedTransaction {
  readonly to: Address
  readonly data: Hex
  readonly valueUnits: bigint
}

/** Throws -32602 for another account, -32603 for another chain. */
export function readRequestedTypedData(
  params: readonly unknown[],
  account: Address,
  chainId: number,
): TypedData {
  const [signer, given] = params
  if (typeof signer !== 'string' || signer.toLowerCase() !== account.toLowerCase()) {
    throw new WalletError(-32602, 'the account is not the chosen one')
  }
  const data = (typeof given === 'string' ? JSON.parse(given) : given) as TypedData
  if (typeof data?.primaryType !== 'string' || data.types?.[data.primaryType] === undefined) {
    throw new WalletError(-32602, 'the typed data has no primary type')
  }
  if (data.types.EIP712Domain === undefined)
    throw new WalletError(-32602, 'the typed data has no EIP712Domain')
  if (Number(data.domain.chainId) !== chainId) {
    throw new WalletError(-32603, `the domain's chainId is not the active chain ${chainId}`)
  }
  return data
}

/** The transaction in `eth_sendTransaction`'s params. Throws -32602 for another account or chain. */
export function readRequestedTransaction(
  params: readonly unknown[],
  account: Address,
  activeId: number,
): RequestedTransaction {
  const given = params[0] as { readonly [name: string]: unknown } | undefined
  if (typeof given?.from !== 'string' || given.from.toLowerCase() !== account.toLowerCase()) {
    throw new WalletError(-32602, 'from is not the chosen account')
  }
  const { to, data = '0x', value = '0x0', chainId } = given
  // Like MetaMask: a request may omit the chain, but must not name another one.
  if (chainId !== undefined && (!isHex(chainId) || Number(chainId) !== activeId)) {
    throw new WalletError(-32602, `the chainId is not the active chain ${activeId}`)
  }
  if (typeof to !== 'string' || !isAddress(to, { strict: false }) || !isHex(data) || !isHex(value)) {
    throw new WalletError(-32602, 'to, data or value is malformed')
  }
  return { to, data, valueUnits: BigInt(value) }
}

export function signTypedData(account: PrivateKeyAccount, data: TypedData): Promise<Hex> {
  const { EIP712Domain: _, ...types } = data.types
  return account.signTypedData({
    domain: data.domain,
    types,
    primaryType: data.primaryType,
    message: data.message,
  })
}

/** Signs and sends through the chain's own node. Resolves with the hash; throws -32603 with the node's message. */
export async function sendTransaction(
  account: PrivateKeyAccount,
  chain: WalletChain,
  { to, data, valueUnits, gas }: RequestedTransaction & { readonly gas: bigint | null },
): Promise<Hex> {
  const client = createWalletClient({ account, transport: http(chain.rpcUrl) })
  try {
    return await client.sendTransaction({
      chain: null,
      to,
      data,
      value: valueUnits,
      ...(gas === null ? {} : { gas }),
    })
  } catch (thrown) {
    const words = thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown)
    throw new WalletError(-32603, words)
  }
}

/** The gas that a transaction would need now; null if it would fail or the estimate is unavailable. */
export async function estimateRequestGas(rpcUrl: string, params: readonly unknown[]): Promise<bigint | null> {
  const { from, to, data, value } = Object(params[0]) as { readonly [name: string]: unknown }
  return readChain(rpcUrl, 'eth_estimateGas', [{ from, to, data, value }]).then(
    (gas) => BigInt(String(gas)),
    () => null,
  )
}

export async function readChain(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (answer.error !== undefined) throw new WalletError(answer.error.code, answer.error.message)
  return answer.result
}
