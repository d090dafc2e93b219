import { nativeAddress, sameHex } from '../base/hex.ts'
import { Problem, type ProblemData } from '../base/problem.ts'
import { receiverForm } from '../base/receiver-form.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { PricedRoute } from '../service/quote-result.ts'
import { namedNativeFee } from './native-fee.ts'
import type { Route } from './route.ts'
import { isSoundOutput } from './sound-output.ts'

interface BlockInput {
  readonly ask: QuoteRequest
  readonly deployment: Deployment
  /** The account's native balance on the origin chain, smallest unit; null where it is not known. */
  readonly nativeUnits: string | null
}

/** Returns why a route cannot be executed now, as far as its quote shows (R4); null where nothing is in the way. */
export function routeBlock(one: Route, input: BlockInput): ProblemData | null {
  const code = plainReason(one, input)
  if (code !== null) return new Problem(code).data
  if (one.kind === 'deposit') return null
  return costReason(one.kind === 'manual' || one.route.userOp === 'tx', one.route, input)
}

function plainReason(one: Route, { ask, deployment }: BlockInput) {
  if (one.route.output !== null && !isSoundOutput(one.route.output)) return 'quoteContradicts'
  if (one.kind === 'deposit') return one.route.requestHash === null ? 'routeNotHere' : null
  if (one.kind === 'auto' && one.route.isForeign) return 'routeNotHere'
  if (chainConfig(deployment, ask.originChainId) === null) return 'chainNotPinned'
  if (one.kind === 'manual') return null
  if (receiverForm(ask.destinationChainId) !== 'evm') return 'routeNotHere'
  // What is promised there can be read nowhere, whatever its token is.
  return chainConfig(deployment, ask.destinationChainId) === null ? 'destinationNotPinned' : null
}

/** Gas and what is sent on top, against the cap of the deployment file and what the account has. */
function costReason(isSent: boolean, route: PricedRoute, input: BlockInput): ProblemData | null {
  if (!isSent) return null
  const { ask, deployment, nativeUnits } = input
  const fee = namedNativeFee(ask, route)
  const facts = { symbol: (fee ?? route.gasFee)?.token.symbol ?? '' }
  const most = BigInt(chainConfig(deployment, ask.originChainId)?.nativeFeeMaxUnits ?? '0')
  if (BigInt(fee?.amount ?? '0') > most) return new Problem('nativeFeeTooHigh', { facts }).data
  if (nativeUnits === null) return null
  const paid = sameHex(ask.inputToken, nativeAddress) ? BigInt(ask.inputAmount) : 0n
  const cost = paid + BigInt(fee?.amount ?? '0') + BigInt(route.gasFee?.amount ?? '0')
  return BigInt(nativeUnits) < cost ? new Problem('gasTooLow', { facts }).data : null
}
