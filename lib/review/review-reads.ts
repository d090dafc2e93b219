import { approveCall } from '../base/ethereum.ts'
import { isAddress, isSameHex, knownNativeDecimals, nativeAddress } from '../base/hex.ts'
import type { Problem } from '../base/problem.ts'
import type { AccountCall, SimulationSummary } from '../chain/effects.ts'
import { chainConfig, requireChain } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { BasePorts } from '../quote/base-ports.ts'
import { spenderOf } from '../quote/order-kind.ts'
import { addressFormatsOf, walletQuoteRequest } from '../service/quote-request.ts'
import { type ApprovalStep, planApprovals, unlimitedUnits } from './approval-plan.ts'
import { failedCheck, readApproval, readNativeFault, readPermitFault, readTokenFault } from './preflight.ts'
import type { ReviewPorts } from './review-ports.ts'
import { createSimulation, simulateCalls } from './simulate.ts'
import type { CheckedTerms } from './terms-input.ts'

export type Approvals = readonly {
  readonly purpose: ApprovalStep['purpose']
  readonly amountUnits: string
}[]

/** Reads all chain facts that a review needs before a wallet request. Throws the `Problem` in the way. */
export async function readApprovals(checked: CheckedTerms, ports: ReviewPorts): Promise<Approvals> {
  await checkDecimals(checked, ports)
  const { terms, kind, reviewed } = checked
  // A deposit sent from elsewhere needs nothing from the connected wallet.
  if (kind === 'deposit' && terms.txData === null) return []
  const {
    originChainId: chainId,
    userAddress: owner,
    inputToken: token,
    inputAmount,
  } = walletQuoteRequest(reviewed.request)
  const config = requireChain(ports.deployment, chainId)
  const { chain } = ports
  if (kind === 'signed') refuse(await readPermitFault(terms, owner, config, chain))
  const payer = { chainId, owner, token, symbol: reviewed.inputToken.symbol }
  const spender = spenderOf(checked, config)
  const reservedUnits = spender === null ? 0n : await ports.readReservedAllowance({ ...payer, spender })
  const neededUnits = reservedUnits + BigInt(inputAmount)
  refuse(await readTokenFault(payer, neededUnits, chain))
  const approvals =
    spender === null
      ? []
      : planApprovals({ neededUnits, ...(await readApproval(payer, spender, neededUnits, chain)) })
  const valueUnits = terms.txData === null ? null : BigInt(terms.txData.value)
  const serviceReserveUnits = valueUnits === null ? 0n : await ports.lists.reserveUnits(chainId)
  const sendings = { approvals: approvals.length, valueUnits }
  refuse(await readNativeFault(payer, sendings, 'review', chain, serviceReserveUnits))
  return approvals.map(({ purpose, amountUnits }) => ({ purpose, amountUnits: amountUnits.toString() }))
}

function refuse(fault: Problem | null): void {
  if (fault !== null) throw fault
}

function listTokens({ reviewed }: CheckedTerms) {
  const formats = addressFormatsOf(reviewed.request)
  return [reviewed.inputToken, reviewed.outputToken].map((token) => ({
    token,
    certain: knownNativeDecimals(token, formats[token.chainId]),
  }))
}

/**
 * The chain of a token may be missing in the deployment file, so there is no RPC endpoint to read. Then terms that are
 * signed or go to the inbox are refused; the others are shown as not checked.
 */
function allowsUnchecked({ kind }: CheckedTerms, chainId: number, deployment: Deployment): boolean {
  return (kind === 'manual' || kind === 'deposit') && chainConfig(deployment, chainId) === null
}

/** Returns whether `checkDecimals` cannot compare a token's decimals. */
export function hasUncheckedDecimals(checked: CheckedTerms, deployment: Deployment): boolean {
  return listTokens(checked).some(
    ({ token, certain }) => certain === null && allowsUnchecked(checked, token.chainId, deployment),
  )
}

/** Compares both tokens' decimals with the chain; a native currency has the decimals of every EVM chain (L3). */
async function checkDecimals(checked: CheckedTerms, ports: BasePorts): Promise<void> {
  for (const { token, certain } of listTokens(checked)) {
    if (certain !== null && token.decimals !== certain) throw failedCheck('L3')
    if (allowsUnchecked(checked, token.chainId, ports.deployment)) continue
    requireChain(ports.deployment, token.chainId)
    if (certain !== null || !isAddress(token.address)) continue
    const decimals = await ports.chain.decimals(token.chainId, token.address)
    if (decimals !== token.decimals) throw failedCheck('L3')
  }
}

/** On the current state, approvals first. Throws the `Problem` of the result. */
export async function simulateTerms(
  checked: CheckedTerms,
  approvals: Approvals,
  ports: BasePorts,
): Promise<SimulationSummary> {
  const { txData } = checked.terms
  if (txData === null && approvals.length === 0) return { kind: 'nothing' }
  const { inputToken, originChainId } = walletQuoteRequest(checked.reviewed.request)
  const config = chainConfig(ports.deployment, originChainId)
  if (config === null) return { kind: 'unmeasured' }
  const spender = spenderOf(checked, config)
  const approving: readonly AccountCall[] =
    spender === null
      ? []
      : approvals.map(({ amountUnits }) => approveCall(inputToken, spender, BigInt(amountUnits)))
  const sending: readonly AccountCall[] =
    txData === null ? [] : [{ to: txData.to, data: txData.data, value: BigInt(txData.value) }]
  const aim = {
    approvesUnits: approvals.length === 0 ? null : BigInt(approvals.at(-1)?.amountUnits ?? '0'),
    does: txData === null ? 'nothing' : 'send',
  } as const
  return simulateCalls(
    checked,
    createSimulation(checked, [...approving, ...sending], aim, config),
    ports.chain,
  )
}

/**
 * Returns the input amount that arrives, in smallest units, if the token keeps a part of each transfer (L6). Null where all
 * of it arrives, where this wallet sends nothing, or where the chain cannot say.
 */
export async function readShortArrival(
  { terms, reviewed }: CheckedTerms,
  { chain }: BasePorts,
): Promise<string | null> {
  if (terms.signTypedData === null && terms.txData === null) return null
  const { originChainId, inputToken, inputAmount, userAddress } = walletQuoteRequest(reviewed.request)
  const to = terms.signTypedData?.values.spender ?? terms.deposit?.address ?? terms.txData?.to
  if (isSameHex(inputToken, nativeAddress) || !isAddress(to)) return null
  const units = BigInt(inputAmount)
  const arrived = await chain.arrivingUnits(originChainId, inputToken, userAddress, to, units)
  return arrived === null || arrived >= units ? null : arrived.toString()
}

/** The amount that a spender may still take after the swap, from an earlier approval. */
export interface StandingAllowance {
  /** Smallest unit; null for an unlimited allowance. */
  readonly units: string | null
}

/**
 * Returns the part of an earlier allowance that stays open after this swap; null without one. No check of Ferry depends on
 * its absence. The review shows it, because an attacker who controls the spender could take that amount.
 */
export async function readStandingAllowance(
  checked: CheckedTerms,
  { chain, deployment }: BasePorts,
): Promise<StandingAllowance | null> {
  const { request } = checked.reviewed
  const config = chainConfig(deployment, request.originChainId)
  const spender = config === null ? null : spenderOf(checked, config)
  if (spender === null) return null
  const { inputToken, userAddress, inputAmount, originChainId } = walletQuoteRequest(request)
  const allowed = await chain.allowance(originChainId, inputToken, userAddress, spender)
  if (allowed <= BigInt(inputAmount)) return null
  if (allowed >= unlimitedUnits) return { units: null }
  return { units: (allowed - BigInt(inputAmount)).toString() }
}
