import { multiplyUnits } from '../base/decimal.ts'

/** Gas that one transaction of each kind is sure to fit in; wallets estimate for themselves. */
export const gasLimits = { approve: 80_000n, transfer: 80_000n, send: 400_000n, cancel: 80_000n } as const

/** Returns what one transaction's gas comes to at today's price, at most; smallest unit of the native asset. */
export function gasUnits(gasPriceUnits: bigint, kind: keyof typeof gasLimits): bigint {
  return gasLimits[kind] * gasPriceUnits
}

/** Returns what a review keeps back for one transaction: today's price twice, as prices move until the prompt. */
export function gasReserveUnits(gasPriceUnits: bigint, kind: keyof typeof gasLimits): bigint {
  return gasUnits(gasPriceUnits, kind) * 2n
}

/** What the service says is to be kept back counts up to so great a part of what is held: a tenth. */
const saidShare = 10n

/**
 * Returns what is kept back of a native balance for gas: the larger of ours and what the service's list of chains says,
 * smallest unit. Whatever the service says, nine tenths of a balance stay free of it.
 */
export function keptForGas(balance: bigint, ownUnits: bigint, saidUnits: bigint): bigint {
  const most = balance / saidShare
  const said = saidUnits < most ? saidUnits : most
  return ownUnits > said ? ownUnits : said
}

/** Returns the most of a native balance that can be sent and still pay its gas; never below zero. */
export function maxNativeUnits(balance: bigint, gasPriceUnits: bigint, saidUnits: bigint): bigint {
  const kept = keptForGas(balance, gasReserveUnits(gasPriceUnits, 'send'), saidUnits)
  return balance > kept ? balance - kept : 0n
}

/** Returns what one transaction's gas comes to at today's price, at most; null where the native asset has no price. */
export function gasInUsd(
  gasPriceUnits: bigint,
  kind: keyof typeof gasLimits,
  nativePriceInUsd: string | null,
): string | null {
  return nativePriceInUsd === null ? null : multiplyUnits(gasUnits(gasPriceUnits, kind), 18, nativePriceInUsd)
}
