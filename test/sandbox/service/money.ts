const priceScale = 8

/** A decimal text as a bigint scaled by 10^places; surplus decimals are cut. */
export function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
}

/** The fields of a token that conversions need; `priceInUsd` is decimal text. */
export interface Priced {
  readonly decimals: number
  readonly priceInUsd: string
}

/** The units of `to` with the value of `units` of `from`, rounded down. */
export function converted(units: bigint, from: Priced, to: Priced): bigint {
  const worth = units * scaled(from.priceInUsd, priceScale) * 10n ** BigInt(to.decimals)
  return worth / (scaled(to.priceInUsd, priceScale) * 10n ** BigInt(from.decimals))
}

/** The units of a token that cost `usdText` dollars, rounded up. */
export function unitsForUsd(usdText: string, token: Priced): bigint {
  const price = scaled(token.priceInUsd, priceScale)
  return (scaled(usdText, priceScale) * 10n ** BigInt(token.decimals) + price - 1n) / price
}

/** The value of an amount in millionths of a dollar, rounded down. */
export function microUsd(units: bigint, token: Priced): bigint {
  return (units * scaled(token.priceInUsd, priceScale)) / 10n ** BigInt(token.decimals + priceScale - 6)
}

/** The value of an amount as the JSON number that the interface sends; only for display. */
export function usd(units: bigint, token: Priced): number {
  return Number(microUsd(units, token)) / 1_000_000
}

/** `units` less a percentage given as decimal text with at most four decimals, rounded down. */
export function lessPercent(units: bigint, percentText: string): bigint {
  return (units * (1_000_000n - scaled(percentText, 4))) / 1_000_000n
}
