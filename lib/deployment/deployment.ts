import { formatUnits } from '../base/decimal.ts'
import type { ExplorerPaths } from '../base/explorer-link.ts'
import { type Address, type Hex, nativeAddress, sameHex } from '../base/hex.ts'

export type RequestType = 'SINGLE_OUTPUT_REQUEST' | 'SWAP_REQUEST'

export interface TypedMember {
  readonly name: string
  readonly type: string
}
/** Ordered EIP-712 members by type name. */
export type TypeMap = { readonly [typeName: string]: readonly TypedMember[] }

/** Services are known to refuse a larger fee, in basis points; the deployment file allows an operator no larger one. */
export const usualFeeBps = '500'

/** The only thing Ferry asks a wallet to sign (interface 2, signTypedData). */
export const permitPrimaryType = 'PermitWitnessTransferFrom'

/**
 * keccak of `encodeType` of the two permits that Ferry can read, written with the default word: a third lock on what may be
 * signed, after the deployment file's types and the service's own.
 */
export const permitTypeHashes: { readonly [kind in RequestType]: Hex } = {
  SINGLE_OUTPUT_REQUEST: '0x1d2bf063af45d955b19bf4f3961c98acec9c0105a8a33b890435a18cb60b3b04',
  SWAP_REQUEST: '0xd263a32aaf05d9eb12fd7c9ab4782c6ccead6fd67f664f125d76a24fed4aafd3',
}

/** A contract of a chain that tells what one whole of something costs in dollars, as Chainlink's aggregators do. */
export interface PriceFeed {
  readonly address: Address
  /** Of the price, not of the token. */
  readonly decimals: number
  /** How long it may be silent; a price that is older counts as none. */
  readonly heartbeatSeconds: number
}

/** What the deployment file pins for one chain. */
export interface DeploymentChain {
  readonly chainId: number
  readonly name: string
  /** What the user reads of the chain's own coin, which has 18 decimals; absent: nobody vouches for the list's words. */
  readonly currency?: { readonly name: string; readonly symbol: string }
  readonly rpcUrls: readonly string[]
  readonly explorerUrl: string | null
  /** Where that explorer shows transactions and addresses; absent: `/tx/{hash}` and `/address/{address}`. */
  readonly explorerPaths?: ExplorerPaths
  readonly confirmations: number
  readonly permit2: Address
  /** Permit2 is not where it is on other chains, and the operator says so. */
  readonly permit2IsOwn?: true
  readonly gateways: readonly Address[]
  readonly inboxes: readonly Address[]
  /**
   * Contracts of an earlier version of the file. Swaps made with them keep their exits and their evidence; no new swap is
   * made with them.
   */
  readonly retiredGateways?: readonly Address[]
  readonly retiredInboxes?: readonly Address[]
  /**
   * Contracts that are neither gateway nor inbox, whose events name the requests that they deliver or pay back. They are
   * read as evidence, and never called, approved or paid.
   */
  readonly evidenceContracts?: readonly Address[]
  /** The only switchboards that a request from this chain may name; absent: any, and the user is asked. */
  readonly switchboardIds?: readonly number[]
  readonly manualTargets: readonly Address[]
  /** Contracts that take the token of a manual route in place of its target, where `approvalData` names them; never call targets. */
  readonly manualSpenders?: readonly Address[]
  /** Smallest unit of the native asset; the most a manual route may add to `value`. */
  readonly nativeFeeMaxUnits: string
  readonly multicall3: Address | null
  /** The token that wraps the chain's own coin: inboxes name it in requests that bring the coin. */
  readonly wrappedNative?: Address
  readonly verifiedTokens: readonly {
    readonly address: Address
    readonly symbol: string
    /** Absent: its symbol stands for it. */
    readonly name?: string
    readonly decimals: number
    readonly priceFeed?: PriceFeed
  }[]
  /** Of the chain's own currency. */
  readonly currencyPriceFeed?: PriceFeed
}

/** Who answers: a sandbox on any host, where no money is real; the service itself; or the operator's own server in front of it. */
export type ServiceKind = 'sandbox' | 'frontend' | 'relay'

/** The deployment file: which service, which contracts, which hosts. Packed at build time, never changed at run time. */
export interface Deployment {
  readonly schema: 1
  readonly name: string
  /** Under which Mozilla signs the add-on: each publisher has its own. */
  readonly firefoxId?: string
  readonly service: {
    readonly baseUrl: string
    readonly kind: ServiceKind
    readonly requestsPerMinute: number
    /** The service's own name in paths, fields and signed types; absent: `exchange`. */
    readonly word?: string
    /** The operator's public id at the service, sent with every request: fee takers are listed per id. No secret. */
    readonly affiliate?: string
    /** The account that quotes without a wallet are made for; absent: there are no such quotes. Nothing is sent to it. */
    readonly indicativeAddress?: Address
    /** The operator's own whitelisted origin, which requests to the service bear; absent: what the browser says of itself. */
    readonly origin?: string
  }
  readonly walletPage: string | null
  readonly supportUrl: string | null
  readonly logoHosts: readonly string[]
  /** The host that serves `ipfs://` logos, one of `logoHosts`; absent: they are not shown. */
  readonly ipfsGateway?: string
  readonly loopbackWallets: readonly string[]
  readonly walletExtensions: readonly {
    readonly name: string
    readonly chromeIds: readonly string[]
    readonly firefoxIds: readonly string[]
  }[]
  readonly fee: { readonly feeBps: string; readonly feeTakerAddress: Address } | null
  readonly permitMaxLifeSeconds: number
  readonly types: { readonly [kind in RequestType]: TypeMap }
  readonly chains: readonly DeploymentChain[]
}

/** Returns what the deployment file pins for a chain; null: Ferry neither signs nor sends there. */
export function chainConfig(deployment: Deployment, chainId: number): DeploymentChain | null {
  return deployment.chains.find((chain) => chain.chainId === chainId) ?? null
}

/** Returns the contracts of a chain that are, or once were, approved, paid, called or read. */
export function pinnedContracts(chain: DeploymentChain): readonly Address[] {
  return [
    chain.permit2,
    ...chain.gateways,
    ...chain.inboxes,
    ...(chain.retiredGateways ?? []),
    ...(chain.retiredInboxes ?? []),
    ...chain.manualTargets,
    ...(chain.manualSpenders ?? []),
    ...(chain.evidenceContracts ?? []),
    ...(chain.multicall3 === null ? [] : [chain.multicall3]),
  ]
}

/** Returns every contract and token that a deployment file pins, on all its chains. */
export function pinnedAddresses({ chains }: Pick<Deployment, 'chains'>): readonly Address[] {
  return chains.flatMap((chain) => [
    ...pinnedContracts(chain),
    ...(chain.wrappedNative === undefined ? [] : [chain.wrappedNative]),
    ...chain.verifiedTokens.map(({ address }) => address),
  ])
}

/**
 * Returns the contracts whose events name the requests that a chain delivers or pays back; the inboxes only know who paid in.
 * Retired gateways count for swaps that were made with a retired contract.
 */
export function reportingContracts(
  { gateways, retiredGateways = [], evidenceContracts = [] }: DeploymentChain,
  isOfRetired = false,
): readonly Address[] {
  return [...gateways, ...(isOfRetired ? retiredGateways : []), ...evidenceContracts]
}

/** Returns the inboxes that money may be withdrawn from: also those that no new swap is sent to. */
export function exitInboxes({ inboxes, retiredInboxes = [] }: DeploymentChain): readonly Address[] {
  return [...inboxes, ...retiredInboxes]
}

/** Returns the gateways that may have used a signature: also those that no new signature names. */
export function knownGateways({ gateways, retiredGateways = [] }: DeploymentChain): readonly Address[] {
  return [...gateways, ...retiredGateways]
}

/**
 * Returns what a request may name as its input where an account pays with this token: the token itself, and for the
 * chain's own coin the token that wraps it too, since an inbox wraps what it is sent (wire shapes 16.2).
 */
export function requestInputs({ wrappedNative }: DeploymentChain, token: Address): readonly Address[] {
  const isWrapped = sameHex(token, nativeAddress) && wrappedNative !== undefined
  return isWrapped ? [token, wrappedNative] : [token]
}

/** The token that wraps a chain's own coin, in the words that people read. */
export interface WrappedCoin {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** Returns the token that wraps a chain's own coin, named after the coin where no verified token is it; null without one. */
export function wrappedCoin(
  { wrappedNative, verifiedTokens }: DeploymentChain,
  coinSymbol: string,
): WrappedCoin | null {
  if (wrappedNative === undefined) return null
  const verified = verifiedTokens.find(({ address }) => sameHex(address, wrappedNative))
  return verified ?? { address: wrappedNative, symbol: `W${coinSymbol}`, decimals: 18 }
}

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Returns the origins the background talks to: service, RPC endpoints, logo hosts; each once. */
export function networkOrigins({ service, chains, logoHosts }: Deployment): readonly string[] {
  const logos = logoHosts.map((host) => `${loopbackHost.test(host) ? 'http' : 'https'}://${host}`)
  const urls = [service.baseUrl, ...chains.flatMap((chain) => chain.rpcUrls), ...logos]
  return [...new Set(urls.map((url) => new URL(url).origin))]
}

/**
 * Returns the host permission that reaches an endpoint of this machine. Firefox fails what a pattern with a port
 * allows.
 */
export function hostPattern(endpoint: string, isFirefox: boolean): string {
  const { hostname, host } = new URL(endpoint)
  return `http://${isFirefox ? hostname : host}/*`
}

const chromeId = /^[a-p]{32}$/
const firefoxId = /^(\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[\w.+-]{0,64}@[\w.-]{1,64})$/i

/**
 * Tells whether a text can be the id of a browser extension: Chrome's letters, Firefox's UUID in braces or name with an
 * `@`.
 */
export function isExtensionId(text: string): boolean {
  return chromeId.test(text) || firefoxId.test(text)
}

/** One thing that is wrong with a deployment file: where, what is there, and what belongs there. */
export interface DeploymentFault {
  readonly path: string
  readonly expected: string
  /** Left out where it must not be repeated. */
  readonly found?: string
}

/** Returns the faults of a file for whoever wrote it, one line each: `$.service.kind: expected ..., found ...`. */
export function faultText(file: string, faults: readonly DeploymentFault[]): string {
  return faults.map((fault) => `${file}: ${faultLine(fault)}`).join('\n')
}

function faultLine({ path, expected, found }: DeploymentFault): string {
  const wanted = `${path}: expected ${expected}`
  return found === undefined ? wanted : `${wanted}, found ${shown(found)}`
}

/** In one line, short, and with every character that is not plain spelled out. */
function shown(text: string): string {
  const short = text.length > 120 ? `${text.slice(0, 120)}...` : text
  return short.replace(/[^\x20-\x7e]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}

/** So many units of a token on a chain. */
export interface AssetAmount {
  readonly chainId: number
  readonly address: string
  readonly units: string
}

/** The same thing given and got, in wholes of it, exact decimal text. */
export interface SameAsset {
  readonly given: string
  readonly got: string
}

/**
 * Returns both amounts in one measure where the package says that both sides are one thing: verified tokens of one
 * symbol, a chain's own currency and the verified token that wraps it (`W` and its symbol), currencies of one name.
 * Null elsewhere; no word of the service's has a part in it.
 */
export function sameAsset(deployment: Deployment, input: AssetAmount, output: AssetAmount): SameAsset | null {
  const given = assetOf(deployment, input)
  const got = assetOf(deployment, output)
  if (given === null || got === null || given.symbol !== got.symbol) return null
  return {
    given: formatUnits(input.units, given.decimals),
    got: formatUnits(output.units, got.decimals),
  }
}

/** A token that is the same thing as another one on another chain, and how many units of it are as much. */
export interface Twin {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
  /** Rounded down. */
  readonly units: bigint
}

/** Returns what a chain has that is the same thing as an amount of another one, as the package names it. */
export function twinsOf(deployment: Deployment, amount: AssetAmount, chainId: number): readonly Twin[] {
  const asset = assetOf(deployment, amount)
  const config = chainConfig(deployment, chainId)
  if (asset === null || config === null) return []
  const { currency, verifiedTokens } = config
  const coin =
    currency === undefined ? [] : [{ address: nativeAddress, symbol: currency.symbol, decimals: 18 }]
  return [...coin, ...verifiedTokens]
    .filter(({ address }) => assetOf(deployment, { chainId, address })?.symbol === asset.symbol)
    .map(({ address, symbol, decimals }) => ({
      address,
      symbol,
      decimals,
      units: (BigInt(amount.units) * 10n ** BigInt(decimals)) / 10n ** BigInt(asset.decimals),
    }))
}

function assetOf(deployment: Deployment, token: Omit<AssetAmount, 'units'>) {
  const config = chainConfig(deployment, token.chainId)
  if (config === null) return null
  if (!sameHex(token.address, nativeAddress))
    return config.verifiedTokens.find(({ address }) => sameHex(address, token.address)) ?? null
  return config.currency === undefined ? null : { symbol: `W${config.currency.symbol}`, decimals: 18 }
}
