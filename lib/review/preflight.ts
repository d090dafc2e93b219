import { type Address, isAddress, isSameHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { ChainReader } from '../chain/chain-reader.ts'
import { gasReserveUnits, gasUnits, reservedForGas } from '../chain/costs.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment, DeploymentChain } from '../deployment/schema.ts'
import type { OrderTerms } from '../quote/terms.ts'

/** When an account's funds are read: in a review, after which prices may rise, or right before the wallet request. */
export type ReadMoment = 'review' | 'prompt'

/** Gas to have for one transaction: twice today's price in a review, once at the prompt. */
const gasByMoment = { review: gasReserveUnits, prompt: gasUnits } as const

interface Payer {
  readonly chainId: number
  readonly owner: Address
  readonly token: Address
  readonly symbol: string
}

export interface PlannedSends {
  readonly approvals: number
  /** Native currency that the swap's own transaction sends, smallest unit; null where the swap is signed, not sent. */
  readonly valueUnits: bigint | null
}

function tooLow(symbol: string): Problem {
  return new Problem('balanceTooLow', { facts: { symbol } })
}

/** Reads whether the account has `units` of its token. Leaves the native currency to `readNativeFault`. */
export async function readTokenFault(
  { chainId, owner, token, symbol }: Payer,
  units: bigint,
  chain: Pick<ChainReader, 'balance'>,
): Promise<Problem | null> {
  if (isSameHex(token, nativeAddress)) return null
  return (await chain.balance(chainId, token, owner)) < units ? tooLow(symbol) : null
}

/**
 * Returns whether the account pays its own gas. The owners of an account with code or a sponsor may pay it, or it may be paid in
 * tokens. Delegated accounts (EIP-7702) have code too.
 */
export async function paysOwnGas(
  chainId: number,
  owner: Address,
  chain: Pick<ChainReader, 'codeAt'>,
): Promise<boolean> {
  return (await chain.codeAt(chainId, owner)) === '0x'
}

/**
 * Reads whether the account can pay for its transactions. Returns `balanceTooLow` where the native input itself is short,
 * `gasTooLow` where a fee is, or the gas of an account that pays its own, and null where it can pay everything or sends none.
 * `serviceReserveUnits` is the reserve that the service's list wants left next to a send; 0 where it is not read.
 */
export async function readNativeFault(
  { chainId, owner, token, symbol }: Payer,
  { approvals, valueUnits }: PlannedSends,
  moment: ReadMoment,
  chain: Pick<ChainReader, 'balance' | 'codeAt' | 'gasPrice'>,
  serviceReserveUnits = 0n,
): Promise<Problem | null> {
  if (approvals === 0 && valueUnits === null) return null
  const [balanceUnits, gasPrice] = await Promise.all([
    chain.balance(chainId, nativeAddress, owner),
    chain.gasPrice(chainId),
  ])
  const value = valueUnits ?? 0n
  if (balanceUnits < value) return isSameHex(token, nativeAddress) ? tooLow(symbol) : new Problem('gasTooLow')
  const gas = gasByMoment[moment]
  const approving = gas(gasPrice, 'approve') * BigInt(approvals)
  const own = gas(gasPrice, 'send')
  const sending = valueUnits === null ? 0n : reservedForGas(balanceUnits, own, serviceReserveUnits, 'typed')
  const isShort = balanceUnits < value + approving + sending
  return isShort && (await paysOwnGas(chainId, owner, chain)) ? new Problem('gasTooLow') : null
}

/** Where it is too low, also reads whether an approval of the needed amount would succeed. */
export async function readApproval(
  { chainId, owner, token }: Payer,
  spender: Address,
  neededUnits: bigint,
  chain: Pick<ChainReader, 'allowance' | 'approveWorks'>,
): Promise<{ readonly allowanceUnits: bigint; readonly approveWorks: boolean }> {
  const allowanceUnits = await chain.allowance(chainId, token, owner, spender)
  const isEnough = allowanceUnits >= neededUnits
  const approveWorks = isEnough || (await chain.approveWorks(chainId, token, owner, spender, neededUnits))
  return { allowanceUnits, approveWorks }
}

/** Reads whether Permit2 and the spender have code (D-5) and the nonce is unused (V-4). `checkTypedData` checks the domain. */
export async function readPermitFault(
  { signTypedData, permitNonce }: OrderTerms,
  owner: Address,
  { chainId, permit2 }: DeploymentChain,
  chain: Pick<ChainReader, 'codeAt' | 'nonceUsed'>,
): Promise<Problem | null> {
  for (const contract of [permit2, signTypedData?.values.spender]) {
    if (!isAddress(contract) || (await chain.codeAt(chainId, contract)) === '0x') return failedCheck('D-5')
  }
  return (await chain.nonceUsed(chainId, owner, BigInt(permitNonce ?? '0'))) ? failedCheck('V-4') : null
}

/** Returns a chain's time by each of its hosts. Empty for a chain that the deployment file does not list. */
export async function chainSecondsOf(
  chainId: number,
  ports: { readonly chain: Pick<ChainReader, 'latestBlockSeconds'>; readonly deployment: Deployment },
): Promise<readonly number[]> {
  return chainConfig(ports.deployment, chainId) === null ? [] : ports.chain.latestBlockSeconds(chainId)
}

export function failedCheck(
  reason: 'D-5' | 'I-5' | 'L3' | 'P-7' | 'P-8' | 'T-1' | 'V-3' | 'V-4' | 'V-5' | 'W-12' | 'X-3',
): Problem {
  return new Problem('checkFailed', { facts: { reason } })
}
