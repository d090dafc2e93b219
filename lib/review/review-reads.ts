import { type Address, isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { AccountCall, Simulated } from '../chain/effects.ts'
import { gasReserveUnits, keptForGas } from '../chain/gas.ts'
import { chainConfig, type DeploymentChain } from '../deployment/deployment.ts'
import { type ApprovalStep, approvalPlan, reservedAllowance, unlimitedUnits } from '../order/allowances.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import { simulated, weighedTrial } from '../order/flows/simulate.ts'
import { spenderOf } from '../order/order-facts.ts'
import { approveCall } from '../order/wallet-request.ts'
import { type WalletQuoteRequest, walletAsk } from '../service/quote-request.ts'
import { certainDecimals } from '../service/token.ts'
import type { ReviewPorts } from './review.ts'
import { type CheckedTerms, failedCheck } from './terms-input.ts'

export type Approvals = readonly {
  readonly purpose: ApprovalStep['purpose']
  readonly amountUnits: string
}[]

/** Returns everything about a deal that only the chain knows, before a prompt; the approvals it will take. */
export async function reviewReads(checked: CheckedTerms, ports: ReviewPorts): Promise<Approvals> {
  await checkDecimals(checked, ports)
  // A deposit from elsewhere asks nothing of anybody.
  if (checked.kind === 'deposit' && checked.deal.txData === null) return []
  const ask = walletAsk(checked.reviewed.ask)
  const pins = chainConfig(ports.deployment, ask.originChainId)
  if (pins === null) throw new Problem('chainNotPinned')
  if (checked.kind === 'signed') await permitReads(checked, ask, pins, ports)
  const spender = spenderOf(checked, pins)
  const approvals = spender === null ? [] : await approvalReads(spender, checked, ask, pins, ports)
  if (checked.deal.txData !== null) await sendReads(checked, ask, approvals, pins, ports)
  return approvals
}

/**
 * Both tokens' decimals as the chain says; a chain's own coin has those of every EVM chain. A chain without a pin has none
 * to read: that is refused for what is signed or goes to the inbox, and shown as not checked for the others.
 */
async function checkDecimals(checked: CheckedTerms, ports: ReviewPorts): Promise<void> {
  const isLoose = checked.kind === 'manual' || checked.kind === 'deposit'
  for (const token of [checked.reviewed.inputToken, checked.reviewed.outputToken]) {
    const certain = certainDecimals(token)
    if (certain !== null && token.decimals !== certain) throw failedCheck('L3')
    if (chainConfig(ports.deployment, token.chainId) === null) {
      if (isLoose) continue
      const isOrigin = token.chainId === checked.reviewed.ask.originChainId
      throw new Problem(isOrigin ? 'chainNotPinned' : 'destinationNotPinned')
    }
    if (certain !== null || !isAddress(token.address)) continue
    const decimals = await ports.chain.decimals(token.chainId, token.address)
    if (decimals !== token.decimals) throw failedCheck('L3')
  }
}

async function permitReads(
  { deal }: CheckedTerms,
  ask: WalletQuoteRequest,
  pins: DeploymentChain,
  { chain }: ReviewPorts,
): Promise<void> {
  for (const contract of [pins.permit2, deal.signTypedData?.values.spender]) {
    if (!isAddress(contract) || (await chain.codeAt(pins.chainId, contract)) === '0x')
      throw failedCheck('D-5')
  }
  if (await chain.nonceUsed(pins.chainId, ask.userAddress, BigInt(deal.permitNonce ?? '0')))
    throw failedCheck('V-4')
}

/** What the token's owner has and has lent; gas for the approvals where some are needed. */
async function approvalReads(
  spender: Address,
  { reviewed }: CheckedTerms,
  ask: WalletQuoteRequest,
  pins: DeploymentChain,
  ports: ReviewPorts,
): Promise<Approvals> {
  const { chain } = ports
  const owner = ask.userAddress
  const key = { chainId: pins.chainId, token: ask.inputToken, owner, spender }
  const neededUnits = reservedAllowance(await ports.store.open(), key, null) + BigInt(ask.inputAmount)
  if ((await chain.balance(pins.chainId, ask.inputToken, owner)) < neededUnits) {
    throw new Problem('balanceTooLow', { facts: { symbol: reviewed.inputToken.symbol } })
  }
  const allowanceUnits = await chain.allowance(pins.chainId, ask.inputToken, owner, spender)
  if (allowanceUnits >= neededUnits) return []
  const reserve = gasReserveUnits(await chain.gasPrice(pins.chainId), 'approve')
  if ((await chain.balance(pins.chainId, nativeAddress, owner)) < reserve) throw new Problem('gasTooLow')
  const approveWorks = await chain.approveWorks(pins.chainId, ask.inputToken, owner, spender, neededUnits)
  const plan = approvalPlan({ allowanceUnits, neededUnits, approveWorks })
  return plan.map((one) => ({ purpose: one.purpose, amountUnits: one.amountUnits.toString() }))
}

/** What a transaction sends, with its gas and its native fee. */
async function sendReads(
  { deal, kind, reviewed }: CheckedTerms,
  ask: WalletQuoteRequest,
  approvals: Approvals,
  pins: DeploymentChain,
  { chain, lists }: ReviewPorts,
): Promise<void> {
  if (deal.txData === null) return
  const owner = ask.userAddress
  const symbol = reviewed.inputToken.symbol
  const value = BigInt(deal.txData.value)
  const isNative = sameHex(ask.inputToken, nativeAddress)
  const balance = await chain.balance(pins.chainId, nativeAddress, owner)
  if (isNative && balance < value) throw new Problem('balanceTooLow', { facts: { symbol } })
  if (kind === 'deposit' && !isNative) {
    const units = await chain.balance(pins.chainId, ask.inputToken, owner)
    if (units < BigInt(ask.inputAmount)) throw new Problem('balanceTooLow', { facts: { symbol } })
  }
  const price = await chain.gasPrice(pins.chainId)
  const approving = gasReserveUnits(price, 'approve') * BigInt(approvals.length)
  const said = await lists.reserveUnits(pins.chainId)
  const reserve = keptForGas(balance, gasReserveUnits(price, 'send'), said)
  if (balance < value + reserve + approving) throw new Problem('gasTooLow')
}

/** Tries everything a deal will send, approvals first, as the chain is now. Throws the `Problem` of what it would do. */
export async function simulateDeal(
  checked: CheckedTerms,
  approvals: Approvals,
  ports: Pick<FlowPorts, 'chain' | 'deployment'>,
): Promise<Simulated> {
  const { txData } = checked.deal
  // A deposit from elsewhere asks nothing of this wallet.
  if (txData === null && approvals.length === 0) return { kind: 'nothing' }
  const { inputToken, originChainId } = walletAsk(checked.reviewed.ask)
  const pins = chainConfig(ports.deployment, originChainId)
  if (pins === null) return { kind: 'unmeasured' }
  const spender = spenderOf(checked, pins)
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
  return simulated(checked, weighedTrial(checked, [...approving, ...sending], aim, pins), ports)
}

/**
 * Returns what of the input would arrive where it goes, smallest unit, if the token keeps a part of what is moved (L6);
 * null where everything would, where nothing is sent from here, or where nobody can say.
 */
export async function shortArrival(
  { deal, reviewed }: CheckedTerms,
  { chain }: Pick<ReviewPorts, 'chain'>,
): Promise<string | null> {
  // A deposit from elsewhere is sent by others.
  if (deal.signTypedData === null && deal.txData === null) return null
  const { originChainId, inputToken, inputAmount, userAddress } = walletAsk(reviewed.ask)
  const to = deal.signTypedData?.values.spender ?? deal.deposit?.address ?? deal.txData?.to
  if (sameHex(inputToken, nativeAddress) || !isAddress(to)) return null
  const units = BigInt(inputAmount)
  const arrived = await chain.arrivingUnits(originChainId, inputToken, userAddress, to, units)
  return arrived === null || arrived >= units ? null : arrived.toString()
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
  const { ask } = checked.reviewed
  const pins = chainConfig(deployment, ask.originChainId)
  const spender = pins === null ? null : spenderOf(checked, pins)
  if (spender === null) return null
  const { inputToken, userAddress, inputAmount, originChainId } = walletAsk(ask)
  const allowed = await chain.allowance(originChainId, inputToken, userAddress, spender)
  if (allowed <= BigInt(inputAmount)) return null
  if (allowed >= unlimitedUnits) return { units: null }
  return { units: (allowed - BigInt(inputAmount)).toString() }
}
