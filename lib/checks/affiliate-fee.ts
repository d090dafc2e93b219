import { isDecimalText } from '../base/decimal.ts'
import type { Address } from '../base/hex.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { type CheckInput, canonicalBytes } from './check-report.ts'

/** The share that is all of the input. */
const wholeShare = 10n ** 16n
/** One basis point as a share. */
const shareOfBps = wholeShare / 10_000n
/** 20 bytes of taker, 7 bytes of share. */
const feeBytes = 27

/** Who takes how much of a request's input: a share keeps its meaning where the service recalculates the input. */
interface AffiliateFee {
  readonly taker: Address
  /** Of 1e16. */
  readonly share: bigint
}

/**
 * Reads the packed `affiliateFees` of a request (wire shapes 16.1); null for no fee, and for bytes of another length, at
 * which the contracts revert.
 */
export function readAffiliateFee(value: unknown): AffiliateFee | null {
  const bytes = canonicalBytes(value, feeBytes)
  if (bytes === null) return null
  return { taker: `0x${bytes.slice(2, 42)}`, share: BigInt(`0x${bytes.slice(42)}`) }
}

/** Returns what a share takes of an input, smallest unit, rounded up. */
export function affiliateFeeUnits({ share }: AffiliateFee, inputUnits: bigint): bigint {
  return (inputUnits * share + wholeShare - 1n) / wholeShare
}

/**
 * Tells, for W-13, whether `affiliateFees` is `0x`, or the packed fee of exactly the requested taker (of the deployment
 * file, else of the user) and at most the requested `feeBps`.
 */
export function isAffiliateFee({ ask, deployment }: CheckInput, value: unknown): boolean {
  if (value === '0x') return true
  const fee = readAffiliateFee(value)
  const requested = deployment.fee ?? requestedFee(ask)
  if (fee === null || requested === null) return false
  return fee.taker === requested.feeTakerAddress.toLowerCase() && fee.share <= mostShare(requested.feeBps)
}

function requestedFee({ options }: CheckInput['ask']): Deployment['fee'] {
  const { feeBps, feeTakerAddress } = options ?? {}
  return feeBps === undefined || feeTakerAddress === undefined ? null : { feeBps, feeTakerAddress }
}

/** The largest share for basis points as decimal text (`3.5`), rounded up where they have more than twelve decimals. */
function mostShare(feeBps: string): bigint {
  if (!isDecimalText(feeBps) || feeBps.startsWith('-')) return 0n
  const [whole = '', fraction = ''] = feeBps.split('.')
  const divisor = 10n ** BigInt(fraction.length)
  return (BigInt(whole + fraction) * shareOfBps + divisor - 1n) / divisor
}
