import type { AccountCall } from '../chain/effects.ts'
import type { Simulated } from '../chain/simulated.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import { approveCall } from '../order/flows/cancel-call.ts'
import { weighedTrial } from '../order/flows/expected-effects.ts'
import { simulated } from '../order/flows/simulate.ts'
import { spenderOf } from '../order/order-kinds.ts'
import { walletAsk } from '../service/quote-request.ts'
import type { Approvals } from './review-reads.ts'
import type { CheckedTerms } from './terms-input.ts'

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
