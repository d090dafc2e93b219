import { isDecimalText } from '../base/decimal.ts'
import type { Address } from '../base/hex.ts'
import type { Deployment } from '../deployment/schema.ts'
import { type CheckInput, canonicalBytes } from './check-report.ts'

/** The share that stands for the whole input. */
const wholeShare = 10n ** 16n
const shareOfBps = wholeShare / 10_000n
/** 20 bytes for the taker, 7 bytes for the share. */
const feeBytes = 27

/**
 * Decodes the packed `affiliateFees` of a request (wire shapes 16.1): the taker, and its share of the input in parts of
 * 1e16. A share stays valid if the service recalculates the input. Null for no fee, and for bytes of another length: the
 * contracts revert for those.
 */
export function readAffiliateFee(value: unknown) {
  const bytes = canonicalBytes(value, feeBytes)
  if (bytes === null) return null
  const taker: Address = `0x${bytes.slice(2, 42)}`
  return { taker, share: BigInt(`0x${bytes.slice(42)}`) }
}

/** Returns the fee on an input, smallest unit, rounded up. */
export function affiliateFeeUnits(
  { share }: NonNullable<ReturnType<typeof readAffiliateFee>>,
  inputUnits: bigint,
): bigint {
  return (inputUnits * share + wholeShare - 1n) / wholeShare
}

/**
 * Checks W-13: `affiliateFees` is `0x`, or a packed fee for exactly the requested taker and of at most the requested
 * `feeBps`. Taker and `feeBps` are those of the deployment file, else the person's own.
 */
export function isAffiliateFee({ request, deployment }: CheckInput, value: unknown): boolean {
  if (value === '0x') return true
  const fee = readAffiliateFee(value)
  const requested = deployment.fee ?? requestedFee(request)
  if (fee === null || requested === null) return false
  return fee.taker === requested.feeTakerAddress.toLowerCase() && fee.share <= maxShare(requested.feeBps)
}

function requestedFee({ options }: CheckInput['request']): Deployment['fee'] {
  const { feeBps, feeTakerAddress } = options ?? {}
  return feeBps === undefined || feeTakerAddress === undefined ? null : { feeBps, feeTakerAddress }
}

/** Rounded up if they have more than twelve decimals. */
function maxShare(feeBps: string): bigint {
  if (!isDecimalText(feeBps) || feeBps.startsWith('-')) return 0n
  const [whole = '', fraction = ''] = feeBps.split('.')
  const divisor = 10n ** BigInt(fraction.length)
  return (BigInt(whole + fraction) * shareOfBps + divisor - 1n) / divisor
}
