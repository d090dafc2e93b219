import { isDecimalText } from '../base/decimal.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { canonicalBytes } from './canonical.ts'
import type { CheckInput } from './check-input.ts'

/**
 * Tells, for W-13, whether `affiliateFees` is `0x`, or `abi.encode(address, uint256)` of exactly the taker asked for
 * (by the deployment file, else by the user) and at most its `feeBps` of the input, rounded up.
 *
 * @example isAffiliateFee(input, '0x') // true: no fee at all
 */
export function isAffiliateFee({ ask, deployment }: CheckInput, value: unknown): boolean {
  const bytes = canonicalBytes(value)
  if (bytes === '0x') return true
  const fee = deployment.fee ?? askedFee(ask)
  if (bytes === null || bytes.length !== 130 || fee === null) return false
  const taker = `0x${bytes.slice(2, 66)}`
  if (taker !== `0x${'0'.repeat(24)}${fee.feeTakerAddress.slice(2).toLowerCase()}`) return false
  return BigInt(`0x${bytes.slice(66)}`) <= mostFeeUnits(BigInt(ask.inputAmount), fee.feeBps)
}

function askedFee({ options }: CheckInput['ask']): Deployment['fee'] {
  const { feeBps, feeTakerAddress } = options ?? {}
  return feeBps === undefined || feeTakerAddress === undefined ? null : { feeBps, feeTakerAddress }
}

/** The largest fee in smallest units of the input token; `feeBps` is decimal text (`3.5`). */
function mostFeeUnits(inputUnits: bigint, feeBps: string): bigint {
  if (!isDecimalText(feeBps) || feeBps.startsWith('-')) return 0n
  const [whole = '', fraction = ''] = feeBps.split('.')
  const share = inputUnits * BigInt(whole + fraction)
  const divisor = 10_000n * 10n ** BigInt(fraction.length)
  return (share + divisor - 1n) / divisor
}
