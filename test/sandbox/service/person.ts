import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  type Hash,
  type Hex,
  http,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hungWaitMs } from '../../hang-limits.ts'
import type { SandboxChain } from '../chains/ledger.ts'
import { nativeAddress } from './listed-token.ts'

/** Anvil's first account: the person who uses the sandbox. */
export const person = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)

export interface QuotedRoute {
  readonly userOp: string
  readonly requestHash: Hash
  readonly requestType: string
  readonly quoteId: string
  readonly quoteExpiry: number
  readonly output: { amount: string; effectiveAmount?: string; minAmountOut: string }
  readonly approvalData: { spenderAddress: Address; amount: string; tokenAddress: Address } | null
  readonly signTypedData: {
    domain: { name: string; chainId: number; verifyingContract: Address }
    types: { [name: string]: { name: string; type: string }[] }
    values: { witness: { [key: string]: unknown }; [key: string]: unknown }
  } | null
  readonly txData: { to: Address; data: Hex; value: string } | null
}

export interface ManualRoute {
  readonly quoteId: string
  readonly quoteExpiry: number
  readonly output: QuotedRoute['output']
  readonly approvalData: QuotedRoute['approvalData']
  readonly estimatedTime: number
  readonly routeDetails: {
    name: string
    routeFee: { token: { address: string }; amount: string }
    dexDetails: unknown
  }
}

export async function approve(
  chain: SandboxChain,
  { approvalData }: Pick<QuotedRoute, 'approvalData'>,
): Promise<void> {
  if (!approvalData) throw new Error('there is nothing to approve')
  const { wallet, reads } = clients(chain)
  const hash = await wallet.writeContract({
    address: approvalData.tokenAddress,
    abi: erc20Abi,
    functionName: 'approve',
    args: [approvalData.spenderAddress, BigInt(approvalData.amount)],
  })
  await reads.waitForTransactionReceipt({ hash })
}

export async function send(chain: SandboxChain, { txData }: Pick<QuotedRoute, 'txData'>): Promise<Hash> {
  if (!txData) throw new Error('there is nothing to send')
  const { wallet, reads } = clients(chain)
  const hash = await wallet.sendTransaction({ to: txData.to, data: txData.data, value: BigInt(txData.value) })
  const { status } = await reads.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`${hash} reverted`)
  return hash
}

/** Makes a plain transfer, as a person without Ferry would, and waits for it. */
export async function pay(chain: SandboxChain, token: string, units: bigint, to: string): Promise<Hash> {
  const { wallet, reads } = clients(chain)
  const receiver = to as Address
  const args = [receiver, units] as const
  const hash =
    token === nativeAddress
      ? await wallet.sendTransaction({ to: receiver, value: units })
      : await wallet.writeContract({
          ...{ address: token as Address, abi: erc20Abi, functionName: 'transfer', args },
        })
  await reads.waitForTransactionReceipt({ hash })
  return hash
}

export async function signedBody(route: QuotedRoute) {
  if (!route.signTypedData) throw new Error('there is nothing to sign')
  const { domain, types, values } = route.signTypedData
  const userSignature = await person.signTypedData({
    ...{ domain, types, message: values },
    primaryType: 'PermitWitnessTransferFrom',
  })
  const { requestType, quoteId } = route
  return { requestType, request: values.witness, userSignature, quoteId }
}

function clients({ rpcUrl, chainId, name, currency }: SandboxChain) {
  const chain = { id: chainId, name, nativeCurrency: currency, rpcUrls: { default: { http: [rpcUrl] } } }
  const transport = http(rpcUrl, { timeout: hungWaitMs })
  return {
    wallet: createWalletClient({ account: person, chain, transport }),
    reads: createPublicClient({ chain, transport, pollingInterval: 30 }),
  }
}
