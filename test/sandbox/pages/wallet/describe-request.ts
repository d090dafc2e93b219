import { decodeFunctionData, erc20Abi, formatUnits, type Hex } from 'viem'

export interface WalletPrompt {
  readonly title: string
  readonly facts: readonly (readonly [name: string, text: string])[]
}

export interface KnownToken {
  readonly chainId: number
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

export interface TypedData {
  readonly domain: { readonly [name: string]: unknown }
  readonly types: { readonly [name: string]: readonly { readonly name: string; readonly type: string }[] }
  readonly primaryType: string
  readonly message: { readonly [name: string]: unknown }
}

/** Every leaf of the typed data, as it will be signed. */
export function describeTypedData(data: TypedData): WalletPrompt {
  return {
    title: `Sign ${data.primaryType}`,
    facts: [...leaves('domain', data.domain), ...leaves('', data.message)],
  }
}

/** A transaction's target and value and, for an approval, its spender and amount. */
export function describeTransaction(
  transaction: { readonly to: string; readonly data: Hex; readonly valueUnits: bigint },
  chain: { readonly chainId: number; readonly symbol: string },
  tokens: readonly KnownToken[],
): WalletPrompt {
  const facts: (readonly [string, string])[] = [
    ['to', transaction.to],
    ['value', `${formatUnits(transaction.valueUnits, 18)} ${chain.symbol}`],
  ]
  const cancelled = decodeCancellation(transaction.data)
  if (cancelled !== null) {
    return { title: 'Cancel a signature', facts: [...facts, ['nonce', cancelled.toString()]] }
  }
  const approval = decodeApproval(transaction.data)
  if (approval === null) return { title: 'Send a transaction', facts: [...facts, ['data', transaction.data]] }
  const token = tokens.find(
    (each) => each.chainId === chain.chainId && each.address.toLowerCase() === transaction.to.toLowerCase(),
  )
  const amount =
    token === undefined
      ? `${approval.amountUnits} units`
      : `${formatUnits(approval.amountUnits, token.decimals)} ${token.symbol}`
  return { title: `Approve ${amount}`, facts: [...facts, ['spender', approval.spender], ['amount', amount]] }
}

function decodeApproval(data: Hex): { readonly spender: string; readonly amountUnits: bigint } | null {
  // approve(address,uint256) and nothing else
  if (!data.startsWith('0x095ea7b3') || data.length !== 138) return null
  const decoded = decodeFunctionData({ abi: erc20Abi, data })
  if (decoded.functionName !== 'approve') return null
  return { spender: decoded.args[0], amountUnits: decoded.args[1] }
}

/** The one nonce in `invalidateUnorderedNonces(uint256,uint256)`. */
function decodeCancellation(data: Hex): bigint | null {
  if (!data.startsWith('0x3ff9dcb1') || data.length !== 138) return null
  const mask = BigInt(`0x${data.slice(74)}`)
  const bits = mask.toString(2)
  return /^10*$/.test(bits)
    ? BigInt(data.slice(0, 2) + data.slice(10, 74)) * 256n + BigInt(bits.length - 1)
    : null
}

function leaves(path: string, value: unknown): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([name, part]) => leaves(path === '' ? name : `${path}.${name}`, part))
}
