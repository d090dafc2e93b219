import type { Address } from 'viem'
import type { Request } from './book.ts'
import type { RoutedToken } from './listed-token.ts'
import { errorMessage } from './runner.ts'
import { nowSeconds, type SolverParts } from './solver-parts.ts'

const callGasUnits = 60_000n

/** Also the requested refuel and payload. Returns false and notes the reason if it cannot. */
export async function payReceiver({ ledger, far }: SolverParts, request: Request): Promise<boolean> {
  const { hash, offer, price } = request
  const { output, request: params } = offer
  const receiver = params.receiver as Address
  try {
    request.destinationTxHash =
      output.kind === 'far'
        ? far.pay(output, price.effectiveUnits, params.receiver)
        : await ledger.fulfil(
            ...([output.chainId, hash, output.address as Address, price.effectiveUnits, receiver] as const),
          )
    request.destinationSeconds = nowSeconds()
  } catch (error) {
    request.problem = errorMessage(error)
    return false
  }
  // The receiver is paid. A later failure is reported, but refunds nothing.
  try {
    if (price.refuel) {
      const { token, units } = price.refuel
      request.refuelTxHash = await ledger.pay(token.chainId, token.address as Address, units, receiver)
    }
    if (params.payload && offer.way !== 'manual') {
      const gasUnits = BigInt(params.payload.gasLimit) + callGasUnits
      request.payloadTxHash = await ledger.execute(output.chainId, receiver, params.payload.data, gasUnits)
    }
  } catch (error) {
    request.problem = errorMessage(error)
  }
  return true
}

/** On the destination to the receiver, less 1 %. A contract that is neither gateway nor inbox pays it. */
export async function refundOnDestination({ ledger, far }: SolverParts, request: Request): Promise<void> {
  const { hash, offer, price } = request
  const { output, request: quoteRequest } = offer
  const units = (price.minUnits * 99n) / 100n
  request.refundTxHash =
    output.kind === 'far'
      ? far.pay(output, units, quoteRequest.receiver)
      : await ledger.refund(
          ...([
            output.chainId,
            hash,
            output.address as Address,
            units,
            quoteRequest.receiver as Address,
          ] as const),
        )
  request.refundChainId = output.chainId
  request.code = 7
}

/** Of a manual route or a deposit, on the origin chain. The gateway pays that of a request. */
export async function payFeeTaker({ ledger }: SolverParts, request: Request): Promise<void> {
  const { offer, price } = request
  const { request: quoteRequest, input } = offer
  if (!quoteRequest.fee || price.affiliateUnits === 0n || input.kind === 'far') return
  request.feeTxHash = await ledger.pay(
    ...([input.chainId, input.address as Address, price.affiliateUnits, quoteRequest.fee.taker] as const),
  )
}

export async function refundPayment(
  { ledger, far }: SolverParts,
  token: RoutedToken,
  units: bigint,
  to: string,
): Promise<string> {
  if (token.kind === 'far') return far.pay(token, units, to)
  return ledger.pay(token.chainId, token.address as Address, units, to as Address)
}
