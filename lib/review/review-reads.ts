import { approveCall } from '../base/ethereum.ts'
import { isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { AccountCall, Simulated } from '../chain/effects.ts'
import { chainConfig } from '../deployment/deployment.ts'
import { type ApprovalStep, approvalPlan, unlimitedUnits } from '../order/allowances.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import { simulated, weighedTrial } from '../order/flows/simulate.ts'
import { type LiveSignature, readLiveSignature } from '../order/live-signatures.ts'
import { spenderOf } from '../order/order-facts.ts'
import { readReservedAllowance } from '../order/reads.ts'
import { formsOf, walletQuoteRequest } from '../service/quote-request.ts'
import { certainDecimals } from '../service/token.ts'
import type { ServiceLists } from '../tokens/catalogue.ts'
import { failedCheck, readApproval, readNativeFault, readPermitFault, readTokenFault } from './preflight.ts'
import type { CheckedTerms } from './terms-input.ts'

export type Approvals = readonly {
  readonly purpose: ApprovalStep['purpose']
  readonly amountUnits: string
}[]

/** What a review reads by. */
type ReadPorts = Pick<FlowPorts, 'chain' | 'deployment' | 'store'> & {
  readonly lists: Pick<ServiceLists, 'reserveUnits'>
}

/** Returns everything about a deal that only the chain knows, before a prompt; the approvals it will take. */
export async function reviewReads(checked: CheckedTerms, ports: ReadPorts): Promise<Approvals> {
  await checkDecimals(checked, ports)
  const { terms, kind, reviewed } = checked
  // A deposit from elsewhere asks nothing of anybody.
  if (kind === 'deposit' && terms.txData === null) return []
  const {
    originChainId: chainId,
    userAddress: owner,
    inputToken: token,
    inputAmount,
  } = walletQuoteRequest(reviewed.request)
  const config = chainConfig(ports.deployment, chainId)
  if (config === null) throw new Problem('chainNotPinned')
  const { chain } = ports
  if (kind === 'signed') refuse(await readPermitFault(terms, owner, config, chain))
  const payer = { chainId, owner, token, symbol: reviewed.inputToken.symbol }
  const spender = spenderOf(checked, config)
  const heldUnits =
    spender === null
      ? 0n
      : await readReservedAllowance(await ports.store.open(), { ...payer, spender }, null, ports)
  const neededUnits = heldUnits + BigInt(inputAmount)
  refuse(await readTokenFault(payer, neededUnits, chain))
  const approvals =
    spender === null
      ? []
      : approvalPlan({ neededUnits, ...(await readApproval(payer, spender, neededUnits, chain)) })
  const valueUnits = terms.txData === null ? null : BigInt(terms.txData.value)
  const saidUnits = valueUnits === null ? 0n : await ports.lists.reserveUnits(chainId)
  const sendings = { approvals: approvals.length, valueUnits }
  refuse(await readNativeFault(payer, sendings, 'review', chain, saidUnits))
  return approvals.map(({ purpose, amountUnits }) => ({ purpose, amountUnits: amountUnits.toString() }))
}

function refuse(fault: Problem | null): void {
  if (fault !== null) throw fault
}

/**
 * Both tokens' decimals as the chain says; a chain's own coin has those of every EVM chain. A chain that the deployment file does not name has none
 * to read: that is refused for what is signed or goes to the inbox, and shown as not checked for the others.
 */
async function checkDecimals(
  checked: CheckedTerms,
  ports: Pick<FlowPorts, 'chain' | 'deployment'>,
): Promise<void> {
  const isLoose = checked.kind === 'manual' || checked.kind === 'deposit'
  for (const token of [checked.reviewed.inputToken, checked.reviewed.outputToken]) {
    const certain = certainDecimals(token, formsOf(checked.reviewed.request)[token.chainId])
    if (certain !== null && token.decimals !== certain) throw failedCheck('L3')
    if (chainConfig(ports.deployment, token.chainId) === null) {
      if (isLoose) continue
      const isOrigin = token.chainId === checked.reviewed.request.originChainId
      throw new Problem(isOrigin ? 'chainNotPinned' : 'destinationNotPinned')
    }
    if (certain !== null || !isAddress(token.address)) continue
    const decimals = await ports.chain.decimals(token.chainId, token.address)
    if (decimals !== token.decimals) throw failedCheck('L3')
  }
}

/** Tries everything a deal will send, approvals first, as the chain is now. Throws the `Problem` of what it would do. */
export async function simulateTerms(
  checked: CheckedTerms,
  approvals: Approvals,
  ports: Pick<FlowPorts, 'chain' | 'deployment'>,
): Promise<Simulated> {
  const { txData } = checked.terms
  // A deposit from elsewhere asks nothing of this wallet.
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
  return simulated(checked, weighedTrial(checked, [...approving, ...sending], aim, config), ports)
}

/**
 * Returns what of the input would arrive where it goes, smallest unit, if the token keeps a part of what is moved (L6);
 * null where everything would, where nothing is sent from here, or where nobody can say.
 */
export async function shortArrival(
  { terms, reviewed }: CheckedTerms,
  { chain }: Pick<FlowPorts, 'chain'>,
): Promise<string | null> {
  // A deposit from elsewhere is sent by others.
  if (terms.signTypedData === null && terms.txData === null) return null
  const { originChainId, inputToken, inputAmount, userAddress } = walletQuoteRequest(reviewed.request)
  const to = terms.signTypedData?.values.spender ?? terms.deposit?.address ?? terms.txData?.to
  if (sameHex(inputToken, nativeAddress) || !isAddress(to)) return null
  const units = BigInt(inputAmount)
  const arrived = await chain.arrivingUnits(originChainId, inputToken, userAddress, to, units)
  return arrived === null || arrived >= units ? null : arrived.toString()
}

/** Returns an earlier signature that a page may have kept, and that could be used as well as this swap; null where there is none. */
export async function liveSignature(
  { kind, terms, reviewed }: CheckedTerms,
  ports: Pick<FlowPorts, 'chain' | 'deployment' | 'store' | 'clock'>,
): Promise<LiveSignature | null> {
  const { originChainId: chainId, inputToken: token, userAddress: owner } = reviewed.request
  const permit2 = chainConfig(ports.deployment, chainId)?.permit2
  if (permit2 === undefined || owner === null || !isAddress(token) || sameHex(token, nativeAddress))
    return null
  const units = kind === 'signed' ? BigInt(reviewed.request.inputAmount) : 0n
  return readLiveSignature({ chainId, token, owner, permit2, units, nonce: terms.permitNonce }, ports)
}

/** What a spender may still take once the swap is done, from an approval of before. */
export interface StandingAllowance {
  /** Smallest unit; null where there is no limit. */
  readonly units: string | null
}

/**
 * Returns what an approval of before leaves open beyond this swap's input; null where nothing. Nothing that Ferry
 * checks depends on its absence: it is told, since whoever finds a way to act for that contract could take it.
 */
export async function standingAllowance(
  checked: CheckedTerms,
  { chain, deployment }: Pick<FlowPorts, 'chain' | 'deployment'>,
): Promise<StandingAllowance | null> {
  const { request: ask } = checked.reviewed
  const config = chainConfig(deployment, ask.originChainId)
  const spender = config === null ? null : spenderOf(checked, config)
  if (spender === null) return null
  const { inputToken, userAddress, inputAmount, originChainId } = walletQuoteRequest(ask)
  const allowed = await chain.allowance(originChainId, inputToken, userAddress, spender)
  if (allowed <= BigInt(inputAmount)) return null
  if (allowed >= unlimitedUnits) return { units: null }
  return { units: (allowed - BigInt(inputAmount)).toString() }
}
