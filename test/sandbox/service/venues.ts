export interface Venue {
  /** Its name in the include and exclude parameters. */
  readonly id: string
  readonly name: string
  readonly relayFeeUsd: string
  readonly routeFeeBps: bigint
  readonly seconds: number
  /** Native units on top of the input in the transaction's value. */
  readonly nativeFeeUnits: bigint
  /** The DEX that swaps on the origin chain if the bridge carries another asset than the input. */
  readonly swapsBy: string
  /**
   * When the approval is reported: with the quote, only when built, or in both but too small (a known bug:
   * the amount is the input after fees, wire-shapes 7).
   */
  readonly approval: 'quoted' | 'built' | 'tooSmall'
  /** Set if another contract than the transaction's target pulls its token. */
  readonly hasSpender?: true
  /** False if its transaction cannot be built. */
  readonly builds: boolean
}

const nativeFeeUnits = 2_000_000_000_000_000n

/** The bridges, sorted neither by price nor by time. */
export const bridges: readonly Venue[] = [
  {
    ...{ id: 'tollgate', name: 'Tollgate', relayFeeUsd: '0.02', routeFeeBps: 5n, seconds: 12 },
    ...{ nativeFeeUnits, swapsBy: 'islandswap', approval: 'quoted', builds: true },
  },
  {
    ...{ id: 'lighter-v2-fast', name: 'Lighter V2 Fast', relayFeeUsd: '0.4', routeFeeBps: 20n, seconds: 2 },
    ...{ nativeFeeUnits: 0n, swapsBy: 'harbourswap', approval: 'tooSmall', builds: true },
  },
  {
    ...{ id: 'barge-slow', name: 'Barge Slow', relayFeeUsd: '0.005', routeFeeBps: 2n, seconds: 90 },
    ...{ nativeFeeUnits: 0n, swapsBy: 'islandswap', approval: 'built', hasSpender: true, builds: true },
  },
  {
    ...{ id: 'lighter-v2', name: 'Lighter V2', relayFeeUsd: '0.05', routeFeeBps: 8n, seconds: 20 },
    ...{ nativeFeeUnits: 0n, swapsBy: 'harbourswap', approval: 'quoted', builds: true },
  },
  {
    ...{ id: 'driftwood', name: 'Driftwood', relayFeeUsd: '0.03', routeFeeBps: 6n, seconds: 15 },
    ...{ nativeFeeUnits: 0n, swapsBy: 'harbourswap', approval: 'quoted', builds: false },
  },
]

/** The DEXes, for routes within one chain. */
export const dexes: readonly Venue[] = [
  {
    ...{ id: 'islandswap', name: 'Islandswap', relayFeeUsd: '0.01', routeFeeBps: 12n, seconds: 2 },
    ...{ nativeFeeUnits, swapsBy: 'islandswap', approval: 'quoted', builds: true },
  },
  {
    ...{ id: 'harbourswap', name: 'Harbourswap', relayFeeUsd: '0.005', routeFeeBps: 4n, seconds: 4 },
    ...{ nativeFeeUnits: 0n, swapsBy: 'harbourswap', approval: 'tooSmall', builds: true },
  },
  {
    ...{ id: 'driftswap', name: 'Driftswap', relayFeeUsd: '0.005', routeFeeBps: 8n, seconds: 3 },
    ...{ nativeFeeUnits: 0n, swapsBy: 'driftswap', approval: 'built', builds: false },
  },
]
